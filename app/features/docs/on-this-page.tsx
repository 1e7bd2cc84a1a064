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

const OnThisPage = ({ headings, current, className = "" }: OnThisPageProps) => (
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

/**
 * Above the text where there is no room beside it. It stays in reach, and its list lies over the text: nothing moves
 * when it opens, nor when a choice folds it again.
 */
export function OnThisPageFolded({ headings }: Pick<OnThisPageProps, "headings">) {
  const box = useRef<HTMLDetailsElement>(null);
  const fold = () => box.current?.removeAttribute("open");
  const leave = () => {
    fold();
    box.current?.querySelector("summary")?.focus();
  };
  return (
    <details
      ref={box}
      className="sticky top-[3.75rem] z-10 mb-6 rounded-card border bg-surface text-small before:absolute before:-inset-x-px before:-top-2 before:h-2 before:bg-canvas lg:hidden"
      onClick={({ target }) => target instanceof Element && target.closest("a") && fold()}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && fold()}
      onKeyDown={({ key }) => key === "Escape" && leave()}
    >
      <summary className="docs-contents rounded-card px-4 py-3 font-medium">
        {docsMessages.onThisPage}
      </summary>
      {/* It may have the focus, so that a tap between its links does not fold it. */}
      <div
        tabIndex={-1}
        className="absolute inset-x-0 top-full mt-1 max-h-[65dvh] overflow-y-auto overscroll-contain rounded-card border bg-overlay p-4 shadow-pop outline-none"
      >
        <OnThisPage headings={headings} />
      </div>
    </details>
  );
}
