import type { ReactNode } from "react";
import { CopyIconButton } from "#app/components/copy-button.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#app/components/ui/tabs.tsx";
import { languageFrom, useLanguage } from "#app/lib/documentation/language.ts";
import { LANGUAGES, type Language } from "#app/lib/documentation/topics.ts";

/** The frame's `data-language` shows the chosen tab, so that it is right before React takes over. */
const TABS: Record<Language, { label: string; tab: string; panel: string }> = {
  curl: {
    label: "cURL",
    tab: "in-data-[language=curl]:border-ink! in-data-[language=curl]:text-ink!",
    panel: "in-data-[language=curl]:block",
  },
  python: {
    label: "Python",
    tab: "in-data-[language=python]:border-ink! in-data-[language=python]:text-ink!",
    panel: "in-data-[language=python]:block",
  },
  typescript: {
    label: "TypeScript",
    tab: "in-data-[language=typescript]:border-ink! in-data-[language=typescript]:text-ink!",
    panel: "in-data-[language=typescript]:block",
  },
};

export const CodeBlock = ({ title, html }: { title: string; html: string }) => (
  <CodeFrame head={<span className="text-caption font-medium text-ink-2">{title}</span>} html={html}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard (WCAG 2.1.1) */}
    <figure tabIndex={0} aria-label={title} className="overflow-x-auto rounded-card p-4">
      <CodeText html={html} />
    </figure>
  </CodeFrame>
);

export function Samples({ html }: { html: Record<Language, string> }) {
  const [language, setLanguage] = useLanguage();
  const tabs = (
    <TabsList aria-label="Language" className="h-full gap-4 border-b-0">
      {LANGUAGES.map((name) => (
        <TabsTrigger
          key={name}
          value={name}
          className={`text-caption text-ink-3 data-[state=active]:border-transparent data-[state=active]:text-ink-3 ${TABS[name].tab}`}
        >
          {TABS[name].label}
        </TabsTrigger>
      ))}
    </TabsList>
  );
  return (
    <Tabs value={language} onValueChange={(value) => setLanguage(languageFrom(value))}>
      <CodeFrame head={tabs} html={html[language]}>
        {LANGUAGES.map((name) => (
          <TabsContent
            key={name}
            value={name}
            forceMount
            className={`hidden overflow-x-auto rounded-card p-4 ${TABS[name].panel}`}
          >
            <CodeText html={html[name]} />
          </TabsContent>
        ))}
      </CodeFrame>
    </Tabs>
  );
}

type CodeFrameProps = { head: ReactNode; html: string; children: ReactNode };

const CodeFrame = ({ head, html, children }: CodeFrameProps) => (
  <div data-code="" className="mt-4 overflow-hidden rounded-card border bg-surface">
    <div className="flex h-10 items-center justify-between border-b pr-1.5 pl-4">
      {head}
      <span className="noscript:hidden">
        <CopyIconButton label="Copy" text={async () => textOf(html)} />
      </span>
    </div>
    {children}
  </div>
);

const CodeText = ({ html }: { html: string }) => (
  <pre translate="no" className="w-fit font-mono text-mono leading-5">
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own code by the build. */}
    <code dangerouslySetInnerHTML={{ __html: html }} />
  </pre>
);

const textOf = (html: string) =>
  new DOMParser().parseFromString(html, "text/html").documentElement.textContent ?? "";
