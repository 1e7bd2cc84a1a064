import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { docsMessages } from "./messages.ts";
import { useCurrentSection } from "./use-current-section.ts";

interface OnThisPageProps {
  headings: readonly { id: string; title: string; inner?: boolean | undefined }[];
  /** The id of the section that is read. */
  current?: string | undefined;
  className?: string;
}

export const OnThisPage = ({ headings, current, className = "" }: OnThisPageProps) => (
  <ul className={`border-l ${className}`}>
    {headings.map(({ id, title, inner }) => (
      <li key={id}>
        <Link
          to={{ hash: id }}
          aria-current={id === current ? "location" : undefined}
          className="-ml-px block border-l-[1.5px] border-transparent py-1 pl-4 text-small text-ink-2 hover:text-ink aria-[current=location]:border-accent aria-[current=location]:font-medium aria-[current=location]:text-ink max-lg:py-2 data-inner:pl-7"
          data-inner={inner}
        >
          {title}
        </Link>
      </li>
    ))}
  </ul>
);

/** Beside the text, where there is room; it follows what is read. */
export function OnThisPageAside({ headings }: Pick<OnThisPageProps, "headings">) {
  const box = useRef<HTMLElement>(null);
  const current = useCurrentSection(headings);
  // Not scrollIntoView, which would stop the page's own scrolling.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the section.
  useEffect(() => {
    const link = box.current?.querySelector<HTMLElement>("[aria-current]");
    if (box.current && link) box.current.scrollTop = link.offsetTop - box.current.clientHeight / 2;
  }, [current]);
  return (
    <aside
      ref={box}
      aria-label={docsMessages.onThisPage}
      className="sticky top-20 max-h-[calc(100dvh-6rem)] w-52 shrink-0 overflow-y-auto max-lg:hidden"
    >
      <h2 className="text-caption font-medium text-ink-3">{docsMessages.onThisPage}</h2>
      <OnThisPage headings={headings} current={current} className="mt-3" />
    </aside>
  );
}
