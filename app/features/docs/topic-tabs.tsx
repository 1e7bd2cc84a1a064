import { Link } from "@remix-run/react";
import { paths } from "#app/lib/paths.ts";
import { REFERENCE, TOPICS, type TopicName } from "./topics.ts";

interface TopicTabsProps {
  current: TopicName;
}

/** The topics, and beside them the reference. */
export const TopicTabs = ({ current }: TopicTabsProps) => (
  <div className="flex flex-wrap justify-between gap-x-5 border-b max-sm:gap-x-4">
    <nav aria-label="Topics" className="flex gap-5 max-sm:gap-4">
      {TOPICS.map((topic) => (
        <Tab key={topic.name} {...topic} current={current} />
      ))}
    </nav>
    <nav aria-label="Reference" className="flex">
      <Tab name={REFERENCE.name} title="Reference" current={current} />
    </nav>
  </div>
);

const Tab = ({ name, title, current }: TopicTabsProps & { name: string; title: string }) => (
  <Link
    to={paths.documentationTopic(name)}
    prefetch="intent"
    aria-current={name === current ? "page" : undefined}
    className="-mb-px flex h-10 items-center border-b-[1.5px] border-transparent text-small font-medium whitespace-nowrap text-ink-2 transition-colors hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink max-lg:h-11"
  >
    {title}
  </Link>
);
