import { Link, useLocation, useNavigate } from "@remix-run/react";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useEffect } from "react";
import {
  DOCUMENTATION_PAGES,
  type DocumentView,
  type OperationLink,
  REFERENCE,
} from "#app/lib/documentation/topics.ts";
import { formatDate } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { Article } from "./article.tsx";
import { DocsNav } from "./docs-nav.tsx";
import { DocumentHeader } from "./document-header.tsx";
import { docsMessages } from "./messages.ts";
import { OnThisPageAside, OnThisPageFolded } from "./on-this-page.tsx";
import { Steps } from "./steps.tsx";

interface DocumentationPageProps {
  document: DocumentView;
  /** Of the reference's pages. */
  operations: OperationLink[] | null;
}

export function DocumentationPage({ document, operations }: DocumentationPageProps) {
  useOperationAnchor(document.path);
  return (
    <div className="docs-page">
      <nav
        aria-label={docsMessages.title}
        data-docs-scroll=""
        className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] overflow-y-auto lg:signed-out:block"
      >
        <DocsNav />
      </nav>
      <div className="min-w-0 max-lg:max-w-[46rem]">
        <DocumentHeader {...document} />
        <details className="docs-topics mb-5 rounded-card border bg-surface text-small lg:hidden">
          <summary className="docs-contents rounded-card px-4 py-3 font-medium">
            {operations ? docsMessages.allOperations : docsMessages.allTopics}
          </summary>
          <nav aria-label={docsMessages.allTopics} className="px-4 pb-4">
            <DocsNav />
          </nav>
        </details>
        <DocumentBody key={document.path} {...document} />
        <Neighbors {...document} operations={operations} />
      </div>
    </div>
  );
}

function DocumentBody({ path, topic, blocks }: DocumentView) {
  if (topic === "quickstart") return <Steps blocks={blocks} />;
  if (path !== topic) return <Article blocks={blocks} className="docs-operation" />;
  const headings = blocks.filter((block) => block.kind === "heading");
  return (
    <div className="flex items-start justify-between gap-12">
      <div className="min-w-0 flex-1 lg:max-w-prose">
        <OnThisPageFolded headings={headings} />
        <Article blocks={blocks} className="[&>*:first-child]:mt-0" />
      </div>
      <OnThisPageAside headings={headings} />
    </div>
  );
}

interface PageLink {
  path: string;
  title: string;
}

type NeighborsProps = DocumentView & Pick<DocumentationPageProps, "operations">;

function Neighbors({ path, topic, updated, operations }: NeighborsProps) {
  const pages = pagesAround(path === topic ? null : operations);
  const at = pages.findIndex((page) => page.path === path);
  return (
    <footer className="mt-12 border-t pt-5">
      <nav aria-label="Other topics" className="flex items-center justify-between">
        <NeighborLink page={pages[at - 1]} />
        <NeighborLink page={pages[at + 1]} isNext />
      </nav>
      {updated && <p className="mt-5 text-caption text-ink-3">Updated {formatDate(updated, "UTC")}</p>}
    </footer>
  );
}

/** Operations follow each other; everything else follows the navigation. */
const pagesAround = (operations: OperationLink[] | null): PageLink[] =>
  operations
    ? operations.map(({ name, title }) => ({ path: `${REFERENCE.name}/${name}`, title }))
    : DOCUMENTATION_PAGES.map(({ name, title }) => ({ path: name, title }));

function NeighborLink({ page, isNext }: { page: PageLink | undefined; isNext?: boolean }) {
  return (
    page && (
      <Link
        to={paths.documentationTopic(page.path)}
        prefetch="intent"
        className={`rounded-control ${isNext ? "ml-auto text-right" : "mr-auto"}`}
      >
        <span className="block text-caption text-ink-3">{isNext ? "Next" : "Previous"}</span>
        <span className="mt-0.5 inline-flex items-center gap-1.5 text-body font-medium">
          {!isNext && <ArrowLeft className="size-4" aria-hidden="true" />}
          {page.title}
          {isNext && <ArrowRight className="size-4" aria-hidden="true" />}
        </span>
      </Link>
    )
  );
}

/** The reference was one page once: the anchor of an operation leads to the operation's page. */
function useOperationAnchor(path: string): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const name = hash.slice(1);
    if (path !== REFERENCE.name || !/^[a-z0-9-]+$/.test(name) || document.getElementById(name)) return;
    navigate(paths.documentationTopic(`${REFERENCE.name}/${name}`), { replace: true });
  }, [path, hash, navigate]);
}
