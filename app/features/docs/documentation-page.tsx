import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Article } from "./article.tsx";
import { BackLink } from "./back-link.tsx";
import { docsMessages } from "./messages.ts";
import { OnThisPageAside, OnThisPageFolded } from "./on-this-page.tsx";
import { OtherTopics } from "./other-topics.tsx";
import { SearchBox } from "./search-box.tsx";
import type { Block } from "./topic.ts";
import { TopicTabs } from "./topic-tabs.tsx";
import type { TopicName } from "./topics.ts";

interface DocumentationPageProps {
  name: TopicName;
  description: string;
  blocks: Block[];
}

export function DocumentationPage({ name, description, blocks }: DocumentationPageProps) {
  const headings = blocks.filter((block) => block.kind === "heading");
  return (
    <>
      <BackLink />
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
