import type { TopicName } from "./topics.ts";

/** Apart from the titles: a page's own description comes with its data, and the others are not shown. */
export const DESCRIPTIONS: Record<TopicName, string> = {
  authentication: "Everything you need to send your first request",
  "api-usage": "Requests, prices, limits and errors",
  integration: "Use Latchkey from the tools you already have",
  charges: "What is reserved and what you pay, however a request ends",
  reference: "Every endpoint of the dashboard’s own API",
};
