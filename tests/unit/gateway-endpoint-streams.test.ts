import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StreamEvent } from "#core/domain/gateway/endpoint.ts";
import { ENDPOINTS } from "#core/domain/gateway/endpoints/find-endpoint.ts";
import { runs } from "#tests/support/tier.ts";
import { tokensOf } from "#tests/support/tokens.ts";
import { endpointAt } from "./gateway-endpoint-support.ts";

const event = (data: unknown, name = ""): StreamEvent => ({
  name,
  data: typeof data === "string" ? data : JSON.stringify(data),
});
/** Events of an API that repeats the type as the event's name. */
const typed = (data: { type: string } & Record<string, unknown>) => event(data, data.type);

function readAll(path: string, events: readonly StreamEvent[]) {
  const reader = endpointAt(path).createStreamReader();
  const kinds = events.map((each) => reader.take(each));
  return { kinds: kinds.join(" "), ...reader.reading };
}

const CHAT = "/chat/completions";
const DONE = event("[DONE]");
const delta = (inner: object, others: object = {}) =>
  event({ choices: [{ index: 0, delta: inner, finish_reason: null }], ...others });
const usage = { prompt_tokens: 10, completion_tokens: 5 };
const tokens = { input: 10, output: 5 };
const counts = event({ choices: [], usage });

describe("a stream of chunks", () => {
  it("is read with its counts and its end", () => {
    const events = [
      delta({ role: "assistant", content: "" }),
      delta({ content: "日本" }),
      delta({}, { choices: [{ finish_reason: "stop" }] }),
      counts,
      DONE,
    ];
    expect(readAll(CHAT, events)).toEqual({
      kinds: "pass pass pass counts end",
      usage: { tokens, tier: null },
      visibleTokens: tokensOf("日本"),
      audioBytes: 0,
      content: true,
      failed: false,
      ended: true,
    });
  });

  it("is complete with its counts and a reason to stop when the connection is closed without an end", () => {
    const stopped = delta({}, { choices: [{ finish_reason: "stop" }] });
    const closed = (events: readonly StreamEvent[]) => {
      const reader = endpointAt(CHAT).createStreamReader();
      for (const each of events) reader.take(each);
      reader.closed();
      return reader.reading.ended;
    };
    expect(closed([delta({ content: "a" }), stopped, counts])).toBe(true);
    expect(closed([delta({ content: "a" }), stopped])).toBe(false);
    expect(closed([delta({ content: "a" }), counts])).toBe(false);
  });

  it("is read with the counts of every chunk, of which the last ones count", () => {
    const events = [1, 2, 3].map((n) =>
      delta({ content: "a" }, { usage: { prompt_tokens: 10, completion_tokens: n } }),
    );
    const { kinds, usage: last } = readAll(CHAT, events);
    expect([kinds, last?.tokens]).toEqual(["usage usage usage", { input: 10, output: 3 }]);
    const zeros = event({ choices: [], usage: { prompt_tokens: 0, completion_tokens: 0 } });
    expect(readAll(CHAT, [...events, zeros]).usage?.tokens).toEqual({ input: 10, output: 3 });
    expect(readAll(CHAT, [zeros]).usage?.tokens).toEqual({ input: 0, output: 0 });
    const implausible = event({ choices: [], usage: { prompt_tokens: -1, completion_tokens: 1e15 } });
    expect(readAll(CHAT, [...events, implausible])).toMatchObject({
      kinds: "usage usage usage pass",
      usage: { tokens: { output: 3 } },
    });
  });

  it("is read with the tier of any chunk", () => {
    expect(readAll(CHAT, [delta({ content: "a" }, { service_tier: "priority" }), counts]).usage).toEqual({
      tokens,
      tier: "priority",
    });
    expect(readAll(CHAT, [delta({}, { service_tier: { a: 1 } }), counts]).usage?.tier).toBe(null);
  });

  it.each([
    ["words", { content: "abc" }, "abc"],
    ["reasoning", { reasoning_content: "abc" }, "abc"],
    ["reasoning by another name", { reasoning: "abc" }, "abc"],
    ["reasoning in details", { reasoning_details: [{ type: "reasoning.text", text: "abc" }] }, "abc"],
    ["a refusal", { refusal: "abc" }, "abc"],
    ["arguments", { tool_calls: [{ index: 0, function: { arguments: "abc" } }] }, "abc"],
    [
      "the name of a tool",
      {
        tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "abc", arguments: "" } }],
      },
      "abc",
    ],
    ["input of a tool", { tool_calls: [{ custom: { input: "abc" } }] }, "abc"],
    ["a function of the old form", { function_call: { arguments: "abc" } }, "abc"],
    ["the transcript of audio", { audio: { transcript: "abc" } }, "abc"],
    ["audio", { audio: { data: "AAAA" } }, ""],
  ])("has content with %s", (_, inner, seen) => {
    expect(readAll(CHAT, [delta(inner)])).toMatchObject({
      content: true,
      visibleTokens: tokensOf(seen),
      ended: false,
    });
  });

  it.each([
    ["a role", [delta({ role: "assistant", content: "" })]],
    ["nothing", [DONE]],
    ["a comment", [event("")]],
    ["no JSON", [event("Internal Server Error")]],
    ["a list", [event([{ choices: [] }])]],
    ["filters of Azure", [event({ choices: [], prompt_filter_results: [{}] })]],
  ])("has no content with %s", (_, events) => {
    expect(readAll(CHAT, events)).toMatchObject({ content: false, visibleTokens: 0, failed: false });
  });

  it("ends with [DONE] as an event, not as a word", () => {
    const words = [
      delta({ content: "[DONE]" }),
      delta({ content: '{"usage":{"prompt_tokens":1,"completion_tokens":1}}' }),
      event('"[DONE]"'),
    ];
    expect(readAll(CHAT, words)).toMatchObject({ kinds: "pass pass pass", ended: false, usage: null });
    expect(readAll(CHAT, [event(" [DONE]"), delta({ content: "more" }), counts])).toMatchObject({
      kinds: "end pass pass",
      ended: true,
      visibleTokens: 0,
      usage: null,
    });
  });

  it.each([
    ["an error", event({ error: { message: "x", code: 500 } })],
    ["an error of text", event({ error: "x" })],
    ["an event named error", event({ message: "x" }, "error")],
    ["an event named error that is no JSON", event("oops", "error")],
    ["an error in a chunk", delta({ content: "" }, { error: { message: "x" } })],
  ])("fails with %s", (_, error) => {
    expect(readAll(CHAT, [error, DONE])).toMatchObject({ failed: true, content: false });
    expect(readAll(CHAT, [delta({ content: "a" }), error])).toMatchObject({ failed: true, content: true });
  });

  it("of completions is read with their texts", () => {
    expect(readAll("/completions", [event({ choices: [{ text: "ab" }] }), counts, DONE])).toMatchObject({
      visibleTokens: tokensOf("ab"),
      usage: { tokens },
      ended: true,
    });
  });
});

describe("a stream of responses", () => {
  const PATH = "/responses";
  const created = typed({ type: "response.created", response: { status: "in_progress", usage: null } });
  const text = (value: string) => typed({ type: "response.output_text.delta", delta: value });
  const last = (type: string, response: object) => typed({ type, response });
  const done = last("response.completed", {
    status: "completed",
    service_tier: "default",
    output: [{ content: [{ text: "ab" }] }],
    usage: { input_tokens: 10, output_tokens: 5 },
  });

  it("is read with the counts of its last event", () => {
    const added = typed({ type: "response.output_item.added", item: {} });
    expect(readAll(PATH, [created, added, text("日"), done])).toEqual({
      kinds: "pass pass pass end",
      usage: { tokens, tier: "default" },
      visibleTokens: tokensOf("日"),
      audioBytes: 0,
      content: true,
      failed: false,
      ended: true,
    });
    expect(readAll(PATH, [done]).visibleTokens).toBe(tokensOf("ab"));
    expect(readAll(PATH, [done, text("more")])).toMatchObject({
      kinds: "end pass",
      visibleTokens: tokensOf("ab"),
    });
    expect(
      readAll(PATH, [
        last("response.incomplete", { output: [], usage: { input_tokens: 1, output_tokens: 0 } }),
      ]),
    ).toMatchObject({ kinds: "end", ended: true, failed: false });
  });

  it.each([
    "output_text",
    "refusal",
    "reasoning_text",
    "reasoning_summary_text",
    "function_call_arguments",
    "custom_tool_call_input",
  ])("has content with a delta of %s", (kind) => {
    expect(readAll(PATH, [typed({ type: `response.${kind}.delta`, delta: "ab" })])).toMatchObject({
      content: true,
      visibleTokens: tokensOf("ab"),
    });
  });

  it("has content with audio, whose bytes are no text", () => {
    expect(readAll(PATH, [typed({ type: "response.audio.delta", delta: "AAAA" })])).toMatchObject({
      content: true,
      visibleTokens: 0,
    });
  });

  it("has no content with its opening, and does not end with words", () => {
    const queued = typed({ type: "response.queued", response: {} });
    expect(readAll(PATH, [created, queued])).toMatchObject({ content: false, kinds: "pass pass" });
    expect(readAll(PATH, [text('"type":"response.completed"'), DONE])).toMatchObject({
      ended: false,
      usage: null,
    });
  });

  it.each([
    [
      "a response that failed",
      last("response.failed", { status: "failed", error: { code: "server_error" } }),
      true,
    ],
    ["an error", typed({ type: "error", code: "x", message: "y", sequence_number: 1 }), false],
    ["an error inside", typed({ type: "error", error: { type: "x" } }), false],
    ["an event named error", event("oops", "error"), false],
    ["an error of chat", event({ error: { message: "x" } }), false],
  ])("fails with %s", (_, error, ended) => {
    expect(readAll(PATH, [created, error])).toMatchObject({ failed: true, content: false, ended });
    expect(readAll(PATH, [text("a"), error])).toMatchObject({ failed: true, content: true });
  });
});

describe("a stream of messages", () => {
  const PATH = "/messages";
  const start = (counted: object = { input_tokens: 10, output_tokens: 1 }) =>
    typed({ type: "message_start", message: { usage: counted } });
  const block = (content_block: object) => typed({ type: "content_block_start", index: 0, content_block });
  const part = (inner: object) => typed({ type: "content_block_delta", index: 0, delta: inner });
  const end = (counted: object) =>
    typed({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: counted });
  const stop = typed({ type: "message_stop" });

  it("is read with the input of its beginning and the output of its end", () => {
    const events = [
      start(),
      event({ type: "ping" }, "ping"),
      block({ type: "text", text: "" }),
      part({ type: "text_delta", text: "日" }),
      end({ output_tokens: 5 }),
      stop,
    ];
    expect(readAll(PATH, events)).toEqual({
      kinds: "pass pass pass pass usage end",
      usage: { tokens, tier: null },
      visibleTokens: tokensOf("日"),
      audioBytes: 0,
      content: true,
      failed: false,
      ended: true,
    });
  });

  it.each([
    [
      "cache tokens of the beginning",
      {
        input_tokens: 1,
        output_tokens: 1,
        cache_read_input_tokens: 7,
        cache_creation_input_tokens: 2,
        cache_creation: { ephemeral_1h_input_tokens: 2 },
      },
      { output_tokens: 5 },
      { input: 1, cached_input: 7, cache_write_1h: 2, output: 5 },
    ],
    [
      "totals of the end",
      { input_tokens: 1, output_tokens: 1 },
      { input_tokens: 3, cache_read_input_tokens: 7, output_tokens: 5 },
      { input: 3, cached_input: 7, output: 5 },
    ],
    [
      "zeros of the end",
      { input_tokens: 9, output_tokens: 1, cache_read_input_tokens: 4 },
      { input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 5 },
      { input: 9, cached_input: 4, output: 5 },
    ],
    [
      "nulls of the end",
      { input_tokens: 9, output_tokens: 1, cache_read_input_tokens: 4 },
      { input_tokens: null, cache_read_input_tokens: null, output_tokens: 5 },
      { input: 9, cached_input: 4, output: 5 },
    ],
    ["nothing at the beginning", {}, { input_tokens: 9, output_tokens: 5 }, { input: 9, output: 5 }],
    ["output alone", {}, { output_tokens: 5 }, { input: 0, output: 5 }],
  ])("is read with %s", (_, first, second, expected) => {
    expect(readAll(PATH, [start(first), end(second), stop]).usage?.tokens).toEqual(expected);
  });

  it("is read with its tier, and its speed as one", () => {
    const usageAt = (tier: object) =>
      readAll(PATH, [start({ input_tokens: 1, output_tokens: 1, ...tier }), end({ output_tokens: 5 })]).usage;
    expect(usageAt({ service_tier: "standard" })?.tier).toBe("default");
    expect(usageAt({ service_tier: "priority" })?.tier).toBe("priority");
    expect(usageAt({ service_tier: "standard", speed: "fast" })?.tier).toBe("fast");
  });

  it.each([
    ["a thought", part({ type: "thinking_delta", thinking: "ab" }), "ab"],
    ["arguments", part({ type: "input_json_delta", partial_json: "ab" }), "ab"],
    ["the name of a tool", block({ type: "tool_use", id: "toolu_1", name: "ab", input: {} }), "ab"],
    ["a signature", part({ type: "signature_delta", signature: "ab" }), ""],
    ["hidden thinking", block({ type: "redacted_thinking", data: "x".repeat(99) }), ""],
  ])("shows %s", (_, shown, seen) => {
    expect(readAll(PATH, [start(), shown]).visibleTokens).toBe(tokensOf(seen));
  });

  it("has no content before its first text, and keeps its counts when it is cut", () => {
    expect(readAll(PATH, [start()])).toMatchObject({
      content: false,
      ended: false,
      kinds: "pass",
      usage: { tokens: { input: 10, output: 1 } },
    });
    expect(readAll(PATH, [start(), block({ type: "text", text: "" })])).toMatchObject({ content: false });
    expect(readAll(PATH, [start(), block({ type: "thinking", thinking: "Well" })])).toMatchObject({
      content: true,
      ended: false,
    });
    expect(readAll(PATH, [start(), part({ text: "message_stop" }), DONE])).toMatchObject({ ended: false });
    expect(readAll(PATH, [stop, part({ text: "more" })])).toMatchObject({
      kinds: "end pass",
      visibleTokens: 0,
    });
  });

  it.each([
    ["an error", typed({ type: "error", error: { type: "overloaded_error", message: "x" } })],
    ["an event named error", event("oops", "error")],
    ["an error of chat", event({ error: { message: "x" } })],
  ])("fails with %s", (_, error) => {
    expect(readAll(PATH, [start(), error])).toMatchObject({ failed: true, content: false, ended: false });
    expect(readAll(PATH, [start(), part({ text: "a" }), error])).toMatchObject({
      failed: true,
      content: true,
    });
  });
});

describe("the reader of any stream", () => {
  it("never fails the gateway, and never takes back what it has read", () => {
    const word = fc.constantFrom(
      "response.completed",
      "message_start",
      "message_delta",
      "error",
      "response.output_text.delta",
      "content_block_delta",
    );
    const inner = fc.dictionary(
      fc.constantFrom("usage", "delta", "text", "error", "output", "content", "stop_reason"),
      fc.jsonValue(),
    );
    const shape = fc.record(
      {
        type: word,
        usage: fc.jsonValue(),
        delta: inner,
        response: inner,
        message: inner,
        choices: fc.array(inner),
      },
      { requiredKeys: [] },
    );
    const data = fc.oneof(
      shape.map((each) => JSON.stringify(each)),
      fc.json(),
      fc.constant("[DONE]"),
      fc.string(),
    );
    const stream = fc.array(fc.record({ name: fc.oneof(word, fc.constant("")), data }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom(...ENDPOINTS), stream, (endpoint, events) => {
        const reader = endpoint.createStreamReader();
        let before = reader.reading;
        for (const each of events) {
          expect(["pass", "usage", "counts", "end"]).toContain(reader.take(each));
          const after = reader.reading;
          expect(after.visibleTokens).toBeGreaterThanOrEqual(before.visibleTokens);
          for (const sign of ["content", "failed", "ended"] as const)
            expect(after[sign] || !before[sign]).toBe(true);
          expect(after.usage !== null || before.usage === null).toBe(true);
          before = after;
        }
      }),
      { numRuns: runs(2_000) },
    );
  });
});
