import { Link, useLocation, useMatches } from "@remix-run/react";
import { useEffect, useRef } from "react";
import {
  DOCUMENTATION_GROUPS,
  type OperationLink,
  REFERENCE,
  TOPICS,
} from "#app/lib/documentation/topics.ts";
import { paths } from "#app/lib/paths.ts";
import { docsMessages } from "./messages.ts";

/** The pages of the documentation, or on the reference's pages its operations. */
export function DocsNav({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  const current = useCurrentPage();
  const operations = useOperations();
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the page changes
  useEffect(() => showCurrent(box.current), [current]);
  const item = (name: string, title: string, method?: string) => (
    <Link
      key={name}
      to={paths.documentationTopic(name)}
      aria-current={name === current ? "page" : undefined}
      {...(onLeave && { onClick: onLeave })}
    >
      {method && <span data-method={method}>{method}</span>}
      <span title={title}>{title}</span>
    </Link>
  );
  if (operations.length > 0)
    return (
      <div ref={box} className="docs-nav">
        <p />
        {item("quickstart", docsMessages.allTopics)}
        {item(REFERENCE.name, REFERENCE.title)}
        {[...Map.groupBy(operations, ({ group }) => group)].map(([group, links]) => (
          <div key={group}>
            <p>{group}</p>
            {links.map(({ name, title, method }) => item(`${REFERENCE.name}/${name}`, title, method))}
          </div>
        ))}
      </div>
    );
  return (
    <div ref={box} className="docs-nav">
      {DOCUMENTATION_GROUPS.map(({ title, pages }) => (
        <div key={title}>
          <p>{title}</p>
          {pages.map((page) => item(page.name, page.title))}
        </div>
      ))}
    </div>
  );
}

/** The path of the page below `/documentation/`. */
function useCurrentPage(): string {
  const { pathname } = useLocation();
  return pathname.slice(paths.documentation.length + 1) || TOPICS[0].name;
}

/** The route of a page of the reference brings them. */
function useOperations(): OperationLink[] {
  const data: unknown = useMatches().at(-1)?.data;
  const operations = data instanceof Object && "operations" in data ? data.operations : null;
  return Array.isArray(operations) ? operations : [];
}

/** Scrolls only the list: scrollIntoView would stop the page's own scrolling. */
function showCurrent(box: HTMLElement | null): void {
  const link = box?.querySelector<HTMLElement>("[aria-current]");
  const list = box?.closest<HTMLElement>("[data-docs-scroll]");
  if (!link || !list) return;
  const [at, seen] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (at.top < seen.top || at.bottom > seen.bottom) list.scrollTop += at.top - seen.top - seen.height / 2;
}
