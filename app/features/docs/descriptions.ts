import type { TopicName } from "./topics.ts";

/** Apart from the titles: a page's own description comes with its data, and the others are not shown. */
export const DESCRIPTIONS: Record<TopicName, string> = {
  quickstart: "Five steps to your first response, in about two minutes",
  models: "Which models you can use, and what they cost",
  "test-keys": "Try your code, and its error handling, for free",
  errors: "What each error means, and which ones are worth retrying",
  streaming: "Show text while the model writes it",
  "tool-calls": "Let a model call functions in your program",
  "structured-output": "Get JSON that matches your schema",
  "prompt-caching": "Pay less for text that you send again",
  "rate-limits": "How many requests you can send, and what to do about a 429",
  budgets: "Limit what a key can spend",
  "rotating-keys": "Replace a key without downtime, and stop a leaked one",
  browsers: "Call the API from a web page",
  "usage-by-api": "Read your costs from a program",
  openai: "Use OpenAI’s libraries for Python and TypeScript",
  anthropic: "Use Anthropic’s libraries for Python and TypeScript",
  "ai-sdk": "Use Latchkey with the Vercel AI SDK",
  langchain: "Use Latchkey with LangChain for Python and JavaScript",
  authentication: "Everything you need to send your first request",
  "api-usage": "Requests, prices, limits and errors",
  integration: "Use Latchkey from the tools you already have",
  charges: "What is reserved and what you pay, however a request ends",
  reference: "Every operation of the API, with its fields and errors",
  changelog: "What’s new in Latchkey",
};
