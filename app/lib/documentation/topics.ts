/** The first is the default. */
export const LANGUAGES = ["curl", "python", "typescript"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A placeholder in the texts for the base address of the API. */
export const SAMPLE_ORIGIN = "https://latchkey.example";

/** Spec section 3, in the order of their tabs. */
export const TOPICS = [
  { name: "authentication", title: "Authentication" },
  { name: "api-usage", title: "API Usage" },
  { name: "integration", title: "Integration" },
] as const;

/** The page that the terms refer to. */
export const CHARGES = { name: "charges", title: "How requests are charged" } as const;

/** Generated from the API's own description. Each operation has a page below it. */
export const REFERENCE = { name: "reference", title: "API Reference" } as const;

const CHANGELOG = { name: "changelog", title: "Changelog" } as const;

/** The navigation. Pages follow each other in this order. */
export const DOCUMENTATION_GROUPS = [
  {
    title: "Get started",
    pages: [
      { name: "quickstart", title: "Quickstart" },
      { name: "models", title: "Models and prices" },
      { name: "test-keys", title: "Test keys" },
      { name: "errors", title: "Errors and retries" },
    ],
  },
  {
    title: "Guides",
    pages: [
      { name: "streaming", title: "Streaming" },
      { name: "tool-calls", title: "Tool calls" },
      { name: "structured-output", title: "Structured output" },
      { name: "prompt-caching", title: "Prompt caching" },
      { name: "images-and-speech", title: "Images, speech and reranking" },
      { name: "rate-limits", title: "Rate limits" },
      { name: "budgets", title: "Budgets" },
      { name: "key-restrictions", title: "Key restrictions" },
      { name: "auto-top-up", title: "Auto top-up" },
      { name: "statements", title: "Statements" },
      { name: "rotating-keys", title: "Rotating and leaked keys" },
      { name: "browsers", title: "Browsers" },
      { name: "usage-by-api", title: "Usage by API" },
      { name: "access-tokens", title: "Access tokens" },
    ],
  },
  {
    title: "SDKs",
    pages: [
      { name: "openai", title: "OpenAI" },
      { name: "anthropic", title: "Anthropic" },
      { name: "ai-sdk", title: "Vercel AI SDK" },
      { name: "langchain", title: "LangChain" },
      { name: "coding-agents", title: "Coding agents" },
    ],
  },
  { title: "Basics", pages: [...TOPICS, CHARGES] },
  { title: "Reference", pages: [REFERENCE, CHANGELOG] },
] as const;

export const DOCUMENTATION_PAGES = DOCUMENTATION_GROUPS.flatMap<DocumentationTopic>(({ pages }) => [
  ...pages,
]);

export type DocumentationTopic = (typeof DOCUMENTATION_GROUPS)[number]["pages"][number];
export type TopicName = DocumentationTopic["name"];

/** The page of that name, or the first topic without one; undefined for an unknown name. */
export const topicNamed = (name: string = TOPICS[0].name): DocumentationTopic | undefined =>
  DOCUMENTATION_PAGES.find((page) => page.name === name);

/** True for the pages under the specification's tabs. */
export const isTabbed = (name: string): boolean => TOPICS.some((topic) => topic.name === name);

type Section = { id: string; title: string };
export type CardLink = { href: string; title: string; text: string };

export type Block =
  | ({ kind: "heading"; inner?: boolean | undefined } & Section)
  | { kind: "request"; method: string; path: string }
  | { kind: "prose" | "note"; html: string }
  | { kind: "code"; title: string; html: string }
  | { kind: "samples"; html: Record<Language, string> }
  | { kind: "cards"; links: CardLink[] };

/** `code` holds the words of the section's code, each once. */
export type SearchableSection = Section & { text: string; code: string };

/** A Markdown file as the build compiles it. Its HTML is safe to insert. */
export interface CompiledTopic {
  blocks: Block[];
  sections: SearchableSection[];
  /** The text below the title, for readers that take Markdown. */
  markdown: string;
  /** The day of the last change, such as 2026-11-25; null where the file has none. */
  updated: string | null;
}

/** A page as it is shown. */
export interface DocumentView {
  /** Below `/documentation/`. */
  path: string;
  title: string;
  description: string;
  topic: TopicName;
  updated: string | null;
  blocks: Block[];
}

/** An operation of the API in the reference's navigation. */
export interface OperationLink {
  name: string;
  title: string;
  method: string;
  path: string;
  group: string;
}

export type CompiledOperation = OperationLink & CompiledTopic;
