import { Tabs, TabsContent, TabsList, TabsTrigger } from "#app/components/ui/tabs.tsx";
import { CodeFrame, CodeText } from "./code-block.tsx";
import { useLanguage } from "./language.ts";
import { LANGUAGES, type Language } from "./topic.ts";

/** The frame's `data-language` shows the chosen one, so that it is there before React is. */
const LOOKS: Record<Language, { label: string; tab: string; panel: string }> = {
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

/** The same thing in every language. */
export function Samples({ html }: { html: Record<Language, string> }) {
  const [language, choose] = useLanguage();
  return (
    <Tabs value={language} onValueChange={choose}>
      <CodeFrame head={<LanguageTabs />} html={html[language]}>
        {LANGUAGES.map((name) => (
          <TabsContent
            key={name}
            value={name}
            forceMount
            className={`hidden overflow-x-auto rounded-card p-4 ${LOOKS[name].panel}`}
          >
            <CodeText html={html[name]} />
          </TabsContent>
        ))}
      </CodeFrame>
    </Tabs>
  );
}

const LanguageTabs = () => (
  <TabsList aria-label="Language" className="h-full gap-4 border-b-0">
    {LANGUAGES.map((name) => (
      <TabsTrigger
        key={name}
        value={name}
        className={`text-caption text-ink-3 data-[state=active]:border-transparent data-[state=active]:text-ink-3 ${LOOKS[name].tab}`}
      >
        {LOOKS[name].label}
      </TabsTrigger>
    ))}
  </TabsList>
);
