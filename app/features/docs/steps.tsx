import { type ReactNode, useRef } from "react";
import type { Block } from "#app/lib/documentation/topics.ts";
import { BlockView, useArticleLinks } from "./article.tsx";

type Heading = Extract<Block, { kind: "heading" }>;
interface Step {
  heading: Heading;
  texts: Block[];
  /** Code and cards, which stand beside the texts. */
  aside: Block[];
}

/** A page of numbered steps: the text of each on the left, its code on the right. */
export function Steps({ blocks }: { blocks: Block[] }) {
  const article = useRef<HTMLElement>(null);
  useArticleLinks(article);
  const steps = stepsOf(blocks);
  const first = blocks.findIndex(({ kind }) => kind === "heading");
  return (
    <article ref={article}>
      <div className="mb-8 [&>*:first-child]:mt-0">{views(blocks.slice(0, first))}</div>
      {steps.map(({ heading, texts, aside }, at) => (
        <section
          key={heading.id}
          className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] gap-10 max-lg:grid-cols-1 max-lg:gap-4"
        >
          <StepText number={at + 1} isLast={at === steps.length - 1} heading={heading}>
            {views(texts)}
          </StepText>
          <div className="min-w-0 pb-12 max-lg:pb-8 [&>*:first-child]:mt-0 [&>*:first-child>[data-code]]:mt-0">
            {views(aside)}
          </div>
        </section>
      ))}
    </article>
  );
}

interface StepTextProps {
  number: number;
  isLast: boolean;
  heading: Heading;
  children: ReactNode;
}

const StepText = ({ number, isLast, heading, children }: StepTextProps) => (
  <div className="relative pb-12 pl-11 max-lg:pb-0">
    {!isLast && (
      <span aria-hidden="true" className="absolute top-8 bottom-1 left-3.5 w-px bg-line max-lg:hidden" />
    )}
    <span className="absolute top-0 left-0 grid size-7 place-items-center rounded-full border border-edge bg-surface text-caption font-semibold tabular">
      {number}
    </span>
    <h2 id={heading.id} tabIndex={-1} className="rounded-tag pt-0.5 text-lead font-semibold">
      {heading.title}
    </h2>
    <div className="[&>.docs-prose]:mt-1.5">{children}</div>
  </div>
);

const views = (blocks: Block[]) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never change places
  blocks.map((block, at) => <BlockView key={at} {...block} />);

const isAside = ({ kind }: Block) => kind === "code" || kind === "samples" || kind === "cards";

function stepsOf(blocks: Block[]): Step[] {
  const steps: Step[] = [];
  for (const block of blocks) {
    if (block.kind === "heading") steps.push({ heading: block, texts: [], aside: [] });
    else if (isAside(block)) steps.at(-1)?.aside.push(block);
    else steps.at(-1)?.texts.push(block);
  }
  return steps;
}
