import { escapeHtml } from "#app/lib/html.ts";
import type { IndexedSection } from "./search.ts";
import apiUsage from "./topics/api-usage.md?topic";
import authentication from "./topics/authentication.md?topic";
import charges from "./topics/charges.md?topic";
import integration from "./topics/integration.md?topic";
import reference from "./topics/reference.md?topic";
import { type CompiledTopic, DOCUMENTATION_PAGES, SAMPLE_ORIGIN, type TopicName } from "./topics.ts";

/** Server only: pages carry their text as data, which keeps it out of the browser's code. */
const COMPILED: Record<TopicName, CompiledTopic> = {
  authentication,
  "api-usage": apiUsage,
  integration,
  charges,
  reference,
};

export const blocksFor = (name: TopicName, origin: string) =>
  fillIn(COMPILED[name].blocks, escapeHtml(origin));

export const sectionsFor = (origin: string): IndexedSection[] =>
  DOCUMENTATION_PAGES.flatMap(({ name }) =>
    fillIn(COMPILED[name].sections, origin).map((s) => ({ ...s, topic: name })),
  );

function fillIn<T>(value: T, origin: string): T {
  const fill = (_key: string, part: unknown) =>
    typeof part === "string" ? part.replaceAll(SAMPLE_ORIGIN, () => origin) : part;
  return JSON.parse(JSON.stringify(value), fill);
}
