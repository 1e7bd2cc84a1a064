import type { ModelPrice } from "#core/domain/gateway/price-list.ts";
import { MODEL } from "../gateway-http/edge.ts";

type Json = Record<string, unknown>;

interface TargetFields {
  path: string;
  body: Json;
  cost: number;
  hold: (bytes: number) => number;
}

/** An endpoint that takes a model, and the smallest body with a limit of 10 tokens where it has one. */
export class Target {
  readonly path: string;
  readonly body: Json;
  /** Micro-dollars of 7 tokens in and 3 out of the cheap model: 2 each, 8 each, and 5 for the request. */
  readonly cost: number;
  /** Micro-dollars held for a body of so many bytes, of the cheap model. */
  readonly hold: (bytes: number) => number;

  constructor({ path, body, cost, hold }: TargetFields) {
    this.path = path;
    this.body = body;
    this.cost = cost;
    this.hold = hold;
  }

  /** In the names of tests. */
  toString(): string {
    return this.path;
  }
}

export const CHEAP = MODEL.model;
/** 50 micro-dollars per token in, 200 per token out, no fee. */
export const DEAR = "demo-dear";
const MESSAGES = [{ role: "user", content: "Hello" }];

const cost = 2 * 7 + 8 * 3 + 5;
const hold = (bytes: number) => 2 * bytes + 8 * 10 + 5;
const FREE = { cost: 0, hold: () => 0 };

export const CHAT = new Target({
  path: "/v1/chat/completions",
  cost,
  hold,
  body: { model: CHEAP, messages: MESSAGES, max_tokens: 10 },
});
export const COMPLETIONS = new Target({
  path: "/v1/completions",
  cost,
  hold,
  body: { model: CHEAP, prompt: "Hello", max_tokens: 10 },
});
export const RESPONSES = new Target({
  path: "/v1/responses",
  cost,
  hold,
  body: { model: CHEAP, input: "Hello", max_output_tokens: 10 },
});
export const ANTHROPIC = new Target({
  path: "/v1/messages",
  cost,
  hold,
  body: { model: CHEAP, messages: MESSAGES, max_tokens: 10 },
});
export const COUNT_TOKENS = new Target({
  path: "/v1/messages/count_tokens",
  ...FREE,
  body: { model: CHEAP, messages: MESSAGES },
});
export const EMBEDDINGS = new Target({
  path: "/v1/embeddings",
  body: { model: CHEAP, input: "Hello" },
  cost: 2 * 7 + 5,
  hold: (bytes) => 2 * bytes + 5,
});
export const MODERATIONS = new Target({
  path: "/v1/moderations",
  ...FREE,
  body: { model: CHEAP, input: "Hello" },
});

export const TARGETS = [
  CHAT,
  COMPLETIONS,
  RESPONSES,
  ANTHROPIC,
  COUNT_TOKENS,
  EMBEDDINGS,
  MODERATIONS,
] as const;
/** Endpoints that write text, whose output is charged for. */
export const WRITERS = [CHAT, COMPLETIONS, RESPONSES, ANTHROPIC] as const;

export const usageOf = (input: number, output: number) => ({
  prompt_tokens: input,
  completion_tokens: output,
  input_tokens: input,
  output_tokens: output,
});

/** A whole response of every API at once, with other token counts if wanted. */
export const responseWith = (usage: unknown, more: Json = {}): Json => ({
  object: "chat.completion",
  type: "message",
  status: "completed",
  input_tokens: 1,
  choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, text: "Hi", finish_reason: "stop" }],
  output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi" }] }],
  content: [{ type: "text", text: "Hi" }],
  data: [{ object: "embedding", index: 0, embedding: [1] }],
  results: [{ flagged: false }],
  usage,
  ...more,
});
export const RESPONSE = responseWith(usageOf(7, 3));

const model = (name: string, changes: Partial<ModelPrice>): ModelPrice => ({
  ...MODEL,
  model: name,
  fees: {},
  ...changes,
});

/** Every rate is whole micro-dollars per token, so that a charge can be computed by hand. */
export const PRICES: ModelPrice[] = [
  MODEL,
  model(DEAR, { rates: { input: 50_000_000, output: 200_000_000 } }),
  model("demo-cache", {
    rates: {
      input: 2_000_000,
      cached_input: 1_000_000,
      cache_write_5m: 3_000_000,
      cache_write_1h: 5_000_000,
      output: 8_000_000,
    },
  }),
  model("demo-voice", {
    rates: {
      input: 2_000_000,
      cached_input: 1_000_000,
      audio_input: 20_000_000,
      cached_audio_input: 4_000_000,
      output: 8_000_000,
      audio_output: 40_000_000,
    },
    audioSecondTokens: 10,
  }),
  model("demo-vision", {
    rates: { input: 2_000_000, image_input: 6_000_000, output: 8_000_000 },
    imageTokens: 30,
  }),
  model("demo-thinker", { reasoning: true, hiddenTokensPerSecond: 10 }),
  model("demo-hidden", { hiddenTokensPerSecond: 10 }),
  // Time has no price, so that an estimate can be computed by hand.
  model("demo-timeless", { hiddenTokensPerSecond: 0 }),
  model("demo-steps", {
    steps: [
      { above: 200, rates: { input: 4_000_000, output: 16_000_000 } },
      { above: 400, rates: { input: 3_000_000, output: 32_000_000 } },
    ],
  }),
  // The dearest price that a list may have, of the longest output.
  model("demo-absurd", {
    rates: { input: 10_000_000_000, output: 10_000_000_000 },
    maxOutputTokens: 1_000_000,
  }),
  model("demo-overhead", { overheadTokens: 11, toolOverheadTokens: 13 }),
];

export const post = (body: unknown, headers: Record<string, string> = {}) => ({
  method: "POST",
  headers,
  body: typeof body === "string" ? body : JSON.stringify(body),
});
