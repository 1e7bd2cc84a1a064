import { Link } from "@remix-run/react";
import { ArrowLeft, ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "#app/lib/paths.ts";
import { DOCUMENTATION_PAGES, type TopicName } from "./topics.ts";

/** The page before this one and the one after it. */
export function OtherTopics({ current }: { current: TopicName }) {
  const at = DOCUMENTATION_PAGES.findIndex(({ name }) => name === current);
  const before = DOCUMENTATION_PAGES[at - 1];
  const after = DOCUMENTATION_PAGES[at + 1];
  return (
    <nav aria-label="Other topics" className="mt-12 flex justify-between border-t pt-5">
      {before && (
        <Topic {...before} side="Previous" className="mr-auto">
          <ArrowLeft className="order-first size-4" aria-hidden="true" />
        </Topic>
      )}
      {after && (
        <Topic {...after} side="Next" className="ml-auto text-right">
          <ArrowRight className="size-4" aria-hidden="true" />
        </Topic>
      )}
    </nav>
  );
}

interface TopicProps {
  name: TopicName;
  title: string;
  side: string;
  className: string;
  children: ReactNode;
}

const Topic = ({ name, title, side, className, children }: TopicProps) => (
  <Link to={paths.documentationTopic(name)} prefetch="intent" className={`rounded-control ${className}`}>
    <span className="block text-caption text-ink-3">{side}</span>
    <span className="mt-0.5 inline-flex items-center gap-1.5 text-body font-medium">
      {title}
      {children}
    </span>
  </Link>
);
