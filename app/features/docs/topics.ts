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

export type TopicName = (typeof TOPICS)[number]["name"];
type Topic = (typeof TOPICS)[number];

/** The topic of an address, which without a name is the first; undefined when there is none of that name. */
export const topicNamed = (name: string = TOPICS[0].name): Topic | undefined =>
  TOPICS.find((topic) => topic.name === name);
