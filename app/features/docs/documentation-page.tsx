import { Link } from "@remix-run/react";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import { Button } from "#app/components/ui/button.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { paths } from "#app/lib/paths.ts";
import { Article } from "./article.tsx";
import { docsMessages } from "./messages.ts";
import { OnThisPageAside, OnThisPageFolded } from "./on-this-page.tsx";
import { SearchBox } from "./search-box.tsx";
import {
  type Block,
  CHARGES,
  DOCUMENTATION_PAGES,
  type DocumentationTopic,
  REFERENCE,
  TOPICS,
} from "./topics.ts";

type DocumentationPageProps = Pick<DocumentationTopic, "name"> & { description: string; blocks: Block[] };

export function DocumentationPage({ name, description, blocks }: DocumentationPageProps) {
  const headings = blocks.filter((block) => block.kind === "heading");
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
      <PageHeader title={docsMessages.title} description={description} actions={<SearchBox />} />
      <TopicTabs current={name} />
      <div className="mt-8 flex items-start justify-between gap-12 max-lg:mt-5">
        <div className="min-w-0 max-w-prose flex-1">
          <OnThisPageFolded headings={headings} />
          <Article key={name} blocks={blocks} />
          <OtherTopics current={name} />
        </div>
        <OnThisPageAside key={name} headings={headings} />
      </div>
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

type TopicName = DocumentationTopic["name"];

function TopicTabs({ current }: { current: TopicName }) {
  const tab = (name: TopicName, title: string) => (
    <Link
      key={name}
      to={paths.documentationTopic(name)}
      prefetch="intent"
      aria-current={name === current ? "page" : undefined}
      className="-mb-px flex h-10 items-center border-b-[1.5px] border-transparent text-small font-medium whitespace-nowrap text-ink-2 transition-colors hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink max-lg:h-11"
    >
      {title}
    </Link>
  );
  return (
    <div className="flex flex-wrap justify-between gap-x-5 border-b max-sm:gap-x-4">
      <nav aria-label="Topics" className="flex gap-5 max-sm:gap-4">
        {TOPICS.map(({ name, title }) => tab(name, title))}
      </nav>
      <nav aria-label="Reference" className="flex gap-5 max-sm:gap-4">
        {tab(CHARGES.name, "Charges")}
        {tab(REFERENCE.name, "Reference")}
      </nav>
    </div>
  );
}

function OtherTopics({ current }: { current: TopicName }) {
  const at = DOCUMENTATION_PAGES.findIndex(({ name }) => name === current);
  return (
    <nav aria-label="Other topics" className="mt-12 flex justify-between border-t pt-5">
      <NeighborLink topic={DOCUMENTATION_PAGES[at - 1]} />
      <NeighborLink topic={DOCUMENTATION_PAGES[at + 1]} isNext />
    </nav>
  );
}

function NeighborLink({ topic, isNext }: { topic: DocumentationTopic | undefined; isNext?: boolean }) {
  return (
    topic && (
      <Link
        to={paths.documentationTopic(topic.name)}
        prefetch="intent"
        className={`rounded-control ${isNext ? "ml-auto text-right" : "mr-auto"}`}
      >
        <span className="block text-caption text-ink-3">{isNext ? "Next" : "Previous"}</span>
        <span className="mt-0.5 inline-flex items-center gap-1.5 text-body font-medium">
          {!isNext && <ArrowLeft className="size-4" aria-hidden="true" />}
          {topic.title}
          {isNext && <ArrowRight className="size-4" aria-hidden="true" />}
        </span>
      </Link>
    )
  );
}
