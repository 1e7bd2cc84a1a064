import { DESCRIPTIONS } from "#app/lib/documentation/descriptions.ts";
import type { IndexedSection } from "#app/lib/documentation/search.ts";
import { KEYWORDS } from "#app/lib/documentation/synonyms.ts";
import {
  type Block,
  type CompiledTopic,
  DOCUMENTATION_PAGES,
  REFERENCE,
  SAMPLE_ORIGIN,
  type TopicName,
  topicNamed,
} from "#app/lib/documentation/topics.ts";
import { escapeHtml } from "#app/lib/html.ts";
import { paths } from "#app/lib/paths.ts";
import operations from "./topics/reference.md?operations";

/** Server only: pages carry their text as data, which keeps it out of the browser's code. */
const FILES = import.meta.glob<CompiledTopic>("./topics/*.md", {
  query: "?topic",
  import: "default",
  eager: true,
});

interface DocumentPage extends CompiledTopic {
  /** Below `/documentation/`. */
  path: string;
  title: string;
  description: string;
  /** The page of the navigation that it belongs to. */
  topic: TopicName;
}

const TOPIC_PAGES: DocumentPage[] = DOCUMENTATION_PAGES.map(({ name, title }) => {
  const compiled = FILES[`./topics/${name}.md`];
  if (!compiled) throw new Error(`The documentation has no file for ${name}.`);
  return { ...compiled, path: name, title, description: DESCRIPTIONS[name], topic: name };
});
const OPERATION_PAGES: DocumentPage[] = operations.map(({ name, title, method, path, ...compiled }) => ({
  ...compiled,
  path: `${REFERENCE.name}/${name}`,
  title,
  description: `${method} ${path}`,
  topic: REFERENCE.name,
}));
export const DOCUMENT_PAGES = [...TOPIC_PAGES, ...OPERATION_PAGES];

const BY_PATH = new Map(DOCUMENT_PAGES.map((page) => [page.path, page]));

/** Undefined for an unknown path. */
export function documentAt(path: string, origin: string) {
  const page = BY_PATH.get(path);
  if (!page) return undefined;
  const { title, description, topic, updated } = page;
  const blocks: Block[] = fillIn(page.blocks, escapeHtml(origin));
  return { path, title, description, topic, updated, blocks };
}

/** The navigation of the reference. */
export const operationLinks = () =>
  operations.map(({ name, title, method, path, group }) => ({ name, title, method, path, group }));

/** Every section that the search finds, and each page as a whole. */
export const sectionsFor = (origin: string): IndexedSection[] =>
  fillIn(DOCUMENT_PAGES, origin).flatMap(({ path, title, description, topic, sections }) => {
    const page = topicNamed(topic)?.title ?? title;
    const whole = {
      id: "",
      title,
      text: `${description}.`,
      code: "",
      keywords: KEYWORDS[path] ?? description.toLowerCase(),
    };
    const [first, ...rest] = sections;
    const lead =
      first?.id === "" ? { ...whole, text: `${whole.text} ${first.text}`, code: first.code } : whole;
    const others = first && first.id !== "" ? [first, ...rest] : rest;
    return [lead, ...others].map((section) => ({ ...section, topic: path, page }));
  });

/** A page as Markdown, with absolute links; undefined for an unknown path. */
export function markdownAt(path: string, origin: string): string | undefined {
  const page = BY_PATH.get(path);
  if (!page) return undefined;
  const { title, description, markdown } = fillIn(page, origin);
  return `# ${title}\n\n${description}.\n\n${absolute(markdown, origin)}\n`;
}

const absolute = (markdown: string, origin: string) => markdown.replace(/\]\(\//g, () => `](${origin}/`);

/** The list of pages for language models (https://llmstxt.org). */
export function llmsText(origin: string): string {
  const line = ({ path, title, description }: DocumentPage) =>
    `- [${title}](${origin}${paths.documentationTopic(path)}.md): ${description}`;
  return [
    "# Latchkey",
    "> An AI API with the formats of OpenAI and Anthropic, API keys, prepaid balance and exact costs per request.",
    `The base URL is ${origin}/v1. [All pages in one file](${origin}${paths.llmsFull}).`,
    "## Documentation",
    TOPIC_PAGES.map(line).join("\n"),
    "## API reference",
    OPERATION_PAGES.map(line).join("\n"),
  ].join("\n\n");
}

/** All pages in one file. */
export const llmsFullText = (origin: string): string =>
  DOCUMENT_PAGES.map(({ path }) => markdownAt(path, origin)).join("\n\n");

function fillIn<T>(value: T, origin: string): T {
  const fill = (_key: string, part: unknown) =>
    typeof part === "string" ? part.replaceAll(SAMPLE_ORIGIN, () => origin) : part;
  return JSON.parse(JSON.stringify(value), fill);
}
