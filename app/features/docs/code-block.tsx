import type { ReactNode } from "react";
import { CopyIconButton } from "#app/features/keys/copy-icon-button.tsx";
import { docsMessages } from "./messages.ts";

/** A single piece of code under its title. */
export const CodeBlock = ({ title, html }: { title: string; html: string }) => (
  <CodeFrame head={<span className="text-caption font-medium text-ink-2">{title}</span>} html={html}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard (WCAG 2.1.1) */}
    <section tabIndex={0} aria-label={title} className="overflow-x-auto rounded-card p-4">
      <CodeText html={html} />
    </section>
  </CodeFrame>
);

interface CodeFrameProps {
  head: ReactNode;
  /** What the button copies, as HTML. */
  html: string;
  children: ReactNode;
}

export const CodeFrame = ({ head, html, children }: CodeFrameProps) => (
  <div className="mt-4 overflow-hidden rounded-card border bg-surface">
    <div className="flex h-10 items-center justify-between border-b pr-1.5 pl-4">
      {head}
      <span className="noscript:hidden">
        <CopyIconButton label="Copy" text={async () => textOf(html)} failed={docsMessages.copyFailed} />
      </span>
    </div>
    {children}
  </div>
);

export const CodeText = ({ html }: { html: string }) => (
  <pre className="w-fit font-mono text-[0.78125rem] leading-5">
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own code by the build. */}
    <code dangerouslySetInnerHTML={{ __html: html }} />
  </pre>
);

const textOf = (html: string) =>
  new DOMParser().parseFromString(html, "text/html").documentElement.textContent ?? "";
