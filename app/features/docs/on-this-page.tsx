import { Link } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { docsMessages } from "./messages.ts";

/** The upper part of the window, below the top bar. */
const READING_AREA = "-80px 0px -60% 0px";

interface OnThisPageProps {
  headings: readonly { id: string; title: string; inner?: boolean | undefined }[];
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

/** On a wide screen, beside the text. The section in view is marked and kept visible in the list. */
export function OnThisPageAside({ headings }: Pick<OnThisPageProps, "headings">) {
  const box = useRef<HTMLElement>(null);
  const current = useCurrentSection(headings);
  // scrollIntoView would stop the page's own scrolling.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the section changes
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

/** Above the text on a small screen. Its list covers the text, so that nothing moves when it opens or closes. */
export function OnThisPageFolded({ headings }: Pick<OnThisPageProps, "headings">) {
  const box = useRef<HTMLDetailsElement>(null);
  const close = () => box.current?.removeAttribute("open");
  const closeAndFocus = () => {
    close();
    box.current?.querySelector("summary")?.focus();
  };
  return (
    <details
      ref={box}
      className="sticky top-[3.75rem] z-1 mb-6 rounded-card border bg-surface text-small before:absolute before:-inset-x-px before:-top-2 before:h-2 before:bg-canvas lg:hidden"
      onClick={({ target }) => target instanceof Element && target.closest("a") && close()}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && close()}
      onKeyDown={({ key }) => key === "Escape" && closeAndFocus()}
    >
      <summary className="docs-contents rounded-card px-4 py-3 font-medium">
        {docsMessages.onThisPage}
      </summary>
      {/* Focusable, so that a tap between its links doesn't close it. */}
      <div
        tabIndex={-1}
        className="absolute inset-x-0 top-full mt-1 max-h-[65dvh] overflow-y-auto overscroll-contain rounded-card border bg-overlay p-4 shadow-pop outline-none"
      >
        <OnThisPage headings={headings} />
      </div>
    </details>
  );
}

/** @returns the id of the first section in the reading area, or of the last one that was there. */
function useCurrentSection(headings: readonly { id: string }[]): string | undefined {
  const [current, setCurrent] = useState(headings[0]?.id);
  useEffect(() => {
    const seen = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id);
          else seen.delete(target.id);
        }
        const first = headings.find(({ id }) => seen.has(id));
        if (first) setCurrent(first.id);
      },
      { rootMargin: READING_AREA },
    );
    for (const { id } of headings) {
      const heading = document.getElementById(id);
      if (heading) observer.observe(heading);
    }
    return () => observer.disconnect();
  }, [headings]);
  return current;
}
