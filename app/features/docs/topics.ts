/** The topics (specification, section 3), in the order of their tabs. */
export const TOPICS = [
  {
    name: "authentication",
    title: "Authentication",
    description: "Everything you need to send your first request",
  },
  {
    name: "api-usage",
    title: "API Usage",
    description: "What you can ask, what it costs, what may go wrong",
  },
  { name: "integration", title: "Integration", description: "Latchkey in the programs you already have" },
] as const;

/** Beside the topics, not one of them: what the API says of itself. */
export const REFERENCE = {
  name: "reference",
  title: "API Reference",
  description: "Every call of the dashboard’s own API",
} as const;

/** All pages, in the order in which one leads to the next. */
export const DOCUMENTATION_PAGES = [...TOPICS, REFERENCE] as const;

type DocumentationTopic = (typeof DOCUMENTATION_PAGES)[number];
export type TopicName = DocumentationTopic["name"];

/** The page of an address, which without a name is the first topic; undefined when there is none of that name. */
export const topicNamed = (name: string = TOPICS[0].name): DocumentationTopic | undefined =>
  DOCUMENTATION_PAGES.find((page) => page.name === name);
