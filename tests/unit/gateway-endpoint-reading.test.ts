import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENDPOINTS } from "#core/domain/gateway/endpoints/find-endpoint.ts";
import { runs } from "#tests/support/tier.ts";
import { tokensOf } from "#tests/support/tokens.ts";
import { endpointAt } from "./gateway-endpoint-support.ts";

const read = (path: string, body: unknown) => endpointAt(path).readResponse(body);
const chatBody = (usage: unknown, others: object = {}) => ({
  object: "chat.completion",
  choices: [{ message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
  usage,
  ...others,
});

describe("a whole response", () => {
  const usage = { prompt_tokens: 10, completion_tokens: 5 };
  const tokens = { input: 10, output: 5 };
  it.each([
    [
      "a chat",
      "/chat/completions",
      chatBody(usage),
      { usage: { tokens, tier: null }, content: true, visibleTokens: tokensOf("Hi") },
    ],
    [
      "its tier",
      "/chat/completions",
      chatBody(usage, { service_tier: "priority" }),
      { usage: { tokens, tier: "priority" } },
    ],
    [
      "a chat without counts",
      "/chat/completions",
      chatBody(null),
      { usage: null, content: true, visibleTokens: tokensOf("Hi") },
    ],
    [
      "a chat with an empty text",
      "/chat/completions",
      { choices: [{ message: { content: "" } }], usage },
      { content: true, visibleTokens: 0 },
    ],
    [
      "a call of a tool",
      "/chat/completions",
      {
        choices: [
          {
            message: {
              content: null,
              tool_calls: [
                { function: { name: "f", arguments: "{}" } },
                { custom: { name: "c", input: "é" } },
              ],
            },
          },
        ],
      },
      { visibleTokens: tokensOf("f", "{}", "c", "é"), content: true },
    ],
    [
      "reasoning under three names",
      "/chat/completions",
      {
        choices: [
          {
            message: {
              content: "a",
              reasoning_content: "bcd",
              reasoning: "bcd",
              reasoning_details: [{ text: "bcd" }],
            },
          },
        ],
      },
      { visibleTokens: tokensOf("a", "bcd") },
    ],
    [
      "a refusal",
      "/chat/completions",
      { choices: [{ message: { refusal: "no" } }] },
      { visibleTokens: tokensOf("no") },
    ],
    [
      "audio",
      "/chat/completions",
      { choices: [{ message: { audio: { id: "a", data: "A".repeat(9999), transcript: "Hi" } } }] },
      { visibleTokens: tokensOf("Hi") },
    ],
    [
      "parts of text",
      "/chat/completions",
      { choices: [{ message: { content: [{ type: "text", text: "ab" }] } }] },
      { visibleTokens: tokensOf("ab") },
    ],
    [
      "several choices",
      "/chat/completions",
      { choices: [{ message: { content: "ab" } }, { message: { content: "cd" } }] },
      { visibleTokens: tokensOf("ab", "cd") },
    ],
    [
      "a completion",
      "/completions",
      { choices: [{ text: "日本" }], usage },
      { visibleTokens: tokensOf("日本"), usage: { tokens, tier: null } },
    ],
    [
      "a response",
      "/responses",
      {
        status: "completed",
        error: null,
        service_tier: "flex",
        output: [
          { type: "message", content: [{ type: "output_text", text: "Hi" }] },
          { type: "function_call", name: "f", arguments: "{}" },
        ],
        usage: { input_tokens: 10, output_tokens: 5 },
      },
      { usage: { tokens, tier: "flex" }, visibleTokens: tokensOf("Hi", "f", "{}"), content: true },
    ],
    [
      "an incomplete response",
      "/responses",
      { status: "incomplete", output: [], usage: { input_tokens: 10, output_tokens: 5 } },
      { content: true, failed: false },
    ],
    [
      "a message",
      "/messages",
      {
        type: "message",
        content: [
          { type: "text", text: "Hi" },
          { type: "thinking", thinking: "hm", signature: "s".repeat(99) },
          { type: "tool_use", name: "t", input: { a: 1 } },
        ],
        usage: { input_tokens: 10, output_tokens: 5, service_tier: "standard" },
      },
      {
        usage: { tokens, tier: "default" },
        visibleTokens: tokensOf("Hi", "hm", "t", '{"a":1}'),
        content: true,
      },
    ],
    [
      "a message in fast mode",
      "/messages",
      { content: [], usage: { input_tokens: 10, output_tokens: 5, service_tier: "standard", speed: "fast" } },
      { usage: { tokens, tier: "fast" } },
    ],
    ["counted tokens", "/messages/count_tokens", { input_tokens: 7 }, { usage: null, content: true }],
    [
      "embeddings",
      "/embeddings",
      { data: [{ embedding: [1] }], usage: { prompt_tokens: 8, total_tokens: 9 } },
      { usage: { tokens: { input: 8, output: 0 }, tier: null }, content: true },
    ],
    ["a moderation", "/moderations", { results: [{ flagged: false }] }, { usage: null, content: true }],
  ])("is read: %s", (_, path, body, reading) => {
    expect(read(path, body)).toMatchObject({ ended: true, failed: false, ...reading });
  });

  const nothing = [
    undefined,
    null,
    7,
    "text",
    [],
    {},
    { error: { message: "x" } },
    { error: "x" },
    { detail: "x" },
    { message: "x" },
    { choices: null, error: { message: "x" } },
    { type: "error", error: { type: "api_error", message: "x" } },
  ];
  it.each(ENDPOINTS.flatMap(({ path }) => nothing.map((body) => [path, body] as const)))(
    "is a failure of the provider without anything to charge for: %s %j",
    (path, body) => {
      expect(read(path, body)).toEqual({
        usage: null,
        visibleTokens: 0,
        audioBytes: 0,
        content: false,
        failed: true,
        ended: true,
      });
    },
  );

  it("has failed with an error, also beside its counts", () => {
    expect(
      read("/chat/completions", { ...chatBody(usage), choices: [], error: { message: "x" } }).failed,
    ).toBe(true);
    expect(
      read("/responses", { status: "failed", error: { code: "x" }, output: [], usage: null }),
    ).toMatchObject({ failed: true, content: false });
  });

  it("may have its counts in a choice, as Moonshot's does", () => {
    const choices = [{ message: { content: "x" }, finish_reason: "stop", usage }];
    expect(read("/chat/completions", { choices }).usage).toEqual({ tokens, tier: null });
  });

  it("has no counts when its top has none, whatever is deeper", () => {
    const inner = { usage: { prompt_tokens: 1, completion_tokens: 1 } };
    expect(
      read("/chat/completions", {
        choices: [{ message: { content: JSON.stringify(inner), ...inner } }],
      }).usage,
    ).toBe(null);
    expect(read("/responses", { output: [{ ...inner, content: [inner] }] }).usage).toBe(null);
    expect(read("/messages", { content: [inner, { type: "tool_use", input: inner }] }).usage).toBe(null);
  });

  it("never fails the gateway, whatever it is", () => {
    const key = fc.constantFrom(
      "choices",
      "usage",
      "message",
      "content",
      "output",
      "error",
      "delta",
      "data",
      "results",
      "tool_calls",
      "audio",
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue(),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(key, tie("value"), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(fc.constantFrom(...ENDPOINTS), value, (endpoint, body) => {
        const reading = endpoint.readResponse(body);
        expect(reading.visibleTokens).toBeGreaterThanOrEqual(0);
        endpoint.createStreamReader().take({ name: "", data: JSON.stringify(body) });
        expect(typeof endpoint.withCost(JSON.stringify(body), "1")).toBe("string");
      }),
      { numRuns: runs(5_000) },
    );
  });
});
