import { Info } from "lucide-react";
import { memo, useRef } from "react";
import { CodeBlock } from "./code-block.tsx";
import { RequestLine } from "./request-line.tsx";
import { Samples } from "./samples.tsx";
import { SectionHeading } from "./section-heading.tsx";
import type { Block } from "./topic.ts";
import { useFocusedSection } from "./use-focused-section.ts";
import { useInnerLinks } from "./use-inner-links.ts";

export function Article({ blocks }: { blocks: Block[] }) {
  const article = useRef<HTMLElement>(null);
  useInnerLinks(article);
  useFocusedSection();
  return (
    <article ref={article}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a topic never change places
        <BlockView key={at} {...block} />
      ))}
    </article>
  );
}

/** The address changes with each section that is jumped to, the text does not. */
const BlockView = memo(function BlockView(block: Block) {
  switch (block.kind) {
    case "heading":
      return <SectionHeading {...block} />;
    case "request":
      return <RequestLine {...block} />;
    case "code":
      return <CodeBlock title={block.title} html={block.html} />;
    case "samples":
      return <Samples html={block.html} />;
    case "note":
      return <Note html={block.html} />;
    default:
      return <Prose html={block.html} />;
  }
});

const Prose = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own texts by the build.
  <div className="docs-prose" dangerouslySetInnerHTML={{ __html: html }} />
);

const Note = ({ html }: { html: string }) => (
  <div className="mt-4 flex gap-3 rounded-card border bg-surface px-4 py-3.5">
    <Info className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden="true" />
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own texts by the build. */}
    <div className="docs-note min-w-0" dangerouslySetInnerHTML={{ __html: html }} />
  </div>
);
