import { escapeHtml } from "#app/lib/escape-html.ts";
import type { IndexedSection } from "./search.ts";
import { type Block, type CompiledTopic, SAMPLE_ORIGIN } from "./topic.ts";
import apiUsage from "./topics/api-usage.md?topic";
import authentication from "./topics/authentication.md?topic";
import integration from "./topics/integration.md?topic";
import reference from "./topics/reference.md?topic";
import { DOCUMENTATION_PAGES, type TopicName } from "./topics.ts";

/** On the server only: the texts are in the pages, and their weight stays out of the browser's code. */
const compiled: Record<TopicName, CompiledTopic> = {
  authentication,
  "api-usage": apiUsage,
  integration,
  reference,
};

/** A topic for the readers of `origin`. */
export const blocksFor = (name: TopicName, origin: string): Block[] =>
  filled(compiled[name].blocks, escapeHtml(origin));

/** What the search looks through, as plain text. */
export const sectionsFor = (origin: string): IndexedSection[] =>
  DOCUMENTATION_PAGES.flatMap(({ name }) =>
    filled(compiled[name].sections, origin).map((s) => ({ ...s, topic: name })),
  );

function filled<T>(value: T, origin: string): T {
  const fill = (_key: string, part: unknown) =>
    typeof part === "string" ? part.replaceAll(SAMPLE_ORIGIN, () => origin) : part;
  return JSON.parse(JSON.stringify(value), fill);
}
