import { Link } from "@remix-run/react";
import { docsMessages } from "./messages.ts";
import { useCurrentSection } from "./use-current-section.ts";

interface OnThisPageProps {
  headings: readonly { id: string; title: string }[];
  /** The id of the section that is read. */
  current?: string | undefined;
  className?: string;
}

export const OnThisPage = ({ headings, current, className = "" }: OnThisPageProps) => (
  <ul className={`border-l ${className}`}>
    {headings.map(({ id, title }) => (
      <li key={id}>
        <Link
          to={{ hash: id }}
          aria-current={id === current ? "location" : undefined}
          className="-ml-px block border-l-[1.5px] border-transparent py-1 pl-4 text-small text-ink-2 hover:text-ink aria-[current=location]:border-accent aria-[current=location]:font-medium aria-[current=location]:text-ink max-lg:py-2"
        >
          {title}
        </Link>
      </li>
    ))}
  </ul>
);

/** Beside the text, where there is room; it follows what is read. */
export function OnThisPageAside({ headings }: Pick<OnThisPageProps, "headings">) {
  const current = useCurrentSection(headings);
  return (
    <aside aria-label={docsMessages.onThisPage} className="sticky top-20 w-52 shrink-0 max-lg:hidden">
      <h2 className="text-caption font-medium text-ink-3">{docsMessages.onThisPage}</h2>
      <OnThisPage headings={headings} current={current} className="mt-3" />
    </aside>
  );
}
