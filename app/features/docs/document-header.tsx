import { Link } from "@remix-run/react";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { Button } from "#app/components/ui/button.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import {
  DOCUMENTATION_GROUPS,
  type DocumentView,
  isTabbed,
  REFERENCE,
  TOPICS,
} from "#app/lib/documentation/topics.ts";
import { paths } from "#app/lib/paths.ts";
import { CopyMarkdown } from "./copy-markdown.tsx";
import { docsMessages } from "./messages.ts";
import { SearchBox } from "./search-box.tsx";

/** The specification's heading and tabs for its topics, the page's own title for every other page. */
export function DocumentHeader(document: DocumentView) {
  return isTabbed(document.path) ? <TabbedHeader {...document} /> : <TitledHeader {...document} />;
}

const actions = (path: string) => (
  <>
    <SearchBox />
    <CopyMarkdown path={path} />
  </>
);

function TabbedHeader({ path, description }: DocumentView) {
  return (
    <>
      {/* The frame's `data-reader` hides one of the two. */}
      <div className="mb-3 -ml-2">
        <Back to={paths.dashboard} className="signed-out:hidden">
          {docsMessages.backToDashboard}
        </Back>
        <Back to={paths.login} className="hidden signed-out:inline-flex">
          {docsMessages.backToLogin}
        </Back>
      </div>
      <PageHeader
        title={docsMessages.title}
        description={description}
        actions={actions(path)}
        className="docs-header"
      />
      <TopicTabs current={path} />
    </>
  );
}

const Back = ({ to, className, children }: { to: string; className: string; children: string }) => (
  <Button variant="ghost" size="sm" asChild className={`px-2 ${className}`}>
    <Link to={to}>
      <ArrowLeft aria-hidden="true" />
      {children}
    </Link>
  </Button>
);

const TopicTabs = ({ current }: { current: string }) => (
  <nav aria-label="Topics" className="mb-8 flex gap-5 border-b max-lg:mb-5 max-sm:gap-4">
    {TOPICS.map(({ name, title }) => (
      <Link
        key={name}
        to={paths.documentationTopic(name)}
        prefetch="intent"
        aria-current={name === current ? "page" : undefined}
        className="-mb-px flex h-10 items-center border-b-[1.5px] border-transparent text-small font-medium whitespace-nowrap text-ink-2 transition-colors hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink max-lg:h-11"
      >
        {title}
      </Link>
    ))}
  </nav>
);

function TitledHeader({ path, topic, title, description }: DocumentView) {
  const isOperation = path !== topic;
  const group = DOCUMENTATION_GROUPS.find(({ pages }) => pages.some(({ name }) => name === topic));
  return (
    <>
      <nav aria-label="Breadcrumb" className="mb-2 flex items-center gap-1.5 text-small text-ink-3">
        <Link to={paths.documentation} className="rounded-tag hover:text-ink max-lg:py-1.5">
          {docsMessages.title}
        </Link>
        <span aria-hidden="true">/</span>
        {isOperation ? (
          <Link
            to={paths.documentationTopic(REFERENCE.name)}
            className="rounded-tag text-ink-2 hover:text-ink max-lg:py-1.5"
          >
            {REFERENCE.title}
          </Link>
        ) : (
          <span className="text-ink-2">{group?.title}</span>
        )}
      </nav>
      <PageHeader
        title={title}
        description={isOperation ? undefined : description}
        actions={actions(path)}
        className="docs-header"
      />
    </>
  );
}
