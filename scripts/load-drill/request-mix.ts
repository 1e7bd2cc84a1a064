import { seededRandom } from "#scripts/seed/random.ts";

interface Kind {
  name: string;
  /** Of a hundred requests, so many. */
  weight: number;
  path: string;
  body: object;
}

const text = "Say in two sentences what a key is for, and who should keep it.";
const messages = [{ role: "user", content: text }];

/** What clients of such a service send, by how often they do. */
const REQUEST_KINDS: readonly Kind[] = [
  { name: "chat", weight: 42, path: "/v1/chat/completions", body: { model: "demo-small", messages } },
  {
    name: "chat, streamed",
    weight: 24,
    path: "/v1/chat/completions",
    body: { model: "demo-small", messages, stream: true },
  },
  {
    name: "messages",
    weight: 8,
    path: "/v1/messages",
    body: { model: "demo-large", max_tokens: 100, messages },
  },
  { name: "responses", weight: 7, path: "/v1/responses", body: { model: "demo-large", input: text } },
  {
    name: "embeddings",
    weight: 12,
    path: "/v1/embeddings",
    body: { model: "demo-embedding", input: [text, text] },
  },
  {
    name: "rerank",
    weight: 4,
    path: "/v1/rerank",
    body: { model: "demo-rerank", query: "keys", documents: [text, "Doors"] },
  },
  {
    name: "images",
    weight: 2,
    path: "/v1/images/generations",
    body: { model: "demo-image", prompt: "A key", size: "1024x1024" },
  },
  {
    name: "speech",
    weight: 1,
    path: "/v1/audio/speech",
    body: { model: "demo-speech", input: text, voice: "alloy" },
  },
];

/** The kinds in a random order, the same in each run. */
export function drawnKinds(count: number): Kind[] {
  const random = seededRandom(1);
  return Array.from({ length: count }, () => random.pick(REQUEST_KINDS));
}
