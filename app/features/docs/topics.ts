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

/** What the terms refer to, shown beside the topics. */
export const CHARGES = { name: "charges", title: "How requests are charged" } as const;

/** Generated from the API's own description, and shown beside the topics. */
export const REFERENCE = { name: "reference", title: "API Reference" } as const;

export const DOCUMENTATION_PAGES = [...TOPICS, CHARGES, REFERENCE] as const;

export type DocumentationTopic = (typeof DOCUMENTATION_PAGES)[number];
export type TopicName = DocumentationTopic["name"];

/** The page of that name, or the first topic without one; undefined for an unknown name. */
export const topicNamed = (name: string = TOPICS[0].name): DocumentationTopic | undefined =>
  DOCUMENTATION_PAGES.find((page) => page.name === name);

type Section = { id: string; title: string };

export type Block =
  | ({ kind: "heading"; inner?: boolean | undefined } & Section)
  | { kind: "request"; method: string; path: string }
  | { kind: "prose" | "note"; html: string }
  | { kind: "code"; title: string; html: string }
  | { kind: "samples"; html: Record<Language, string> };

export type SearchableSection = Section & { text: string };

/** A Markdown file as the build compiles it. Its HTML is safe to insert. */
export type CompiledTopic = { blocks: Block[]; sections: SearchableSection[] };
