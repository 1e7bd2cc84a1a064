import { Link } from "@remix-run/react";
import { paths } from "#app/lib/paths.ts";
import { TOPICS, type TopicName } from "./topics.ts";

export const TopicTabs = ({ current }: { current: TopicName }) => (
  <nav aria-label="Topics" className="flex gap-5 border-b">
    {TOPICS.map(({ name, title }) => (
      <Link
        key={name}
        to={paths.documentationTopic(name)}
        prefetch="intent"
        aria-current={name === current ? "page" : undefined}
        className="-mb-px flex h-10 items-center border-b-[1.5px] border-transparent text-small font-medium text-ink-2 transition-colors hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink max-lg:h-11"
      >
        {title}
      </Link>
    ))}
  </nav>
);
