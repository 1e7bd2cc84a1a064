import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestUpstream, type TestUpstream, textIn } from "./local-upstream-support.ts";

let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await startTestUpstream();
});
afterAll(() => upstream.stop());

const requestFor = (content: unknown, more: object = {}) => ({
  model: "demo-small",
  max_tokens: 100,
  messages: [{ role: "user", content }],
  ...more,
});
const send = (content: unknown, more: object = {}) => upstream.json("/messages", requestFor(content, more));
const stream = (content: unknown, more: object = {}) =>
  upstream.events("/messages", requestFor(content, more));
const usageOf = async (content: unknown, more: object = {}) => Object(await send(content, more)).usage;

const WEATHER = {
  name: "get_weather",
  description: "The weather",
  input_schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
const TIME = { name: "get_time", input_schema: { type: "object" } };

test("the message has the text and its usage", async () => {
  expect(await send("one two", { system: "Be brief." })).toMatchObject({
    type: "message",
    role: "assistant",
    model: "demo-small",
    stop_reason: "end_turn",
    stop_sequence: null,
    content: [{ type: "text", text: expect.stringMatching(/You said: one two$/) }],
    usage: {
      input_tokens: 4,
      output_tokens: 11,
      service_tier: "standard",
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  });
});

test("the stream has Anthropic's events, with the input counted in the first one alone", async () => {
  const events = await stream("Hello");
  expect(events.every(({ name, data }) => name === Object(data).type)).toBe(true);
  const names = events.map(({ name }) => name);
  expect(names.filter((name, at) => name !== names[at - 1])).toEqual([
    "message_start",
    "content_block_start",
    "ping",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
  expect(events[0]?.data).toMatchObject({
    message: { content: [], stop_reason: null, usage: { input_tokens: 1, output_tokens: 1 } },
  });
  expect(events.at(-2)?.data).toEqual({
    type: "message_delta",
    delta: { stop_reason: "end_turn", stop_sequence: null },
    usage: { output_tokens: 10 },
  });
  expect(Object(await send("Hello")).content[0].text).toBe(textIn(events, "delta.text"));
});

test.each([
  [{ max_tokens: 2 }, "This is", "max_tokens", null],
  [{ stop_sequences: ["model"] }, "This is demo-small, a", "stop_sequence", "model"],
])("%j ends the text", async (more, text, stop_reason, stop_sequence) => {
  expect(await send("Hello", more)).toMatchObject({ content: [{ text }], stop_reason, stop_sequence });
});

describe("tools", () => {
  const call = '/tool get_weather {"city": "Bern"}';

  test("are called, and their result is quoted, also if an instruction follows it", async () => {
    const first = Object(await send(call, { tools: [TIME, WEATHER] }));
    expect(first).toMatchObject({
      content: [{ type: "tool_use", name: "get_weather", input: { city: "Bern" } }],
      stop_reason: "tool_use",
    });
    const result = {
      type: "tool_result",
      tool_use_id: first.content[0].id,
      content: [{ type: "text", text: "22 degrees" }],
    };
    const messages = [
      { role: "user", content: call },
      { role: "assistant", content: first.content },
      { role: "user", content: [result] },
    ];
    const quoting = {
      content: [{ type: "text", text: expect.stringContaining("22 degrees") }],
      stop_reason: "end_turn",
    };
    expect(await send("", { messages, tools: [WEATHER] })).toMatchObject(quoting);
    const reminded = [...messages, { role: "system", content: "Be brief." }];
    expect(await send("", { messages: reminded, tools: [WEATHER] })).toMatchObject(quoting);
  });

  test("are called in a stream, with their arguments in deltas", async () => {
    const events = await stream(`${call} /tool get_time`, { tools: [TIME, WEATHER] });
    const started = events.filter(({ name }) => name === "content_block_start");
    expect(started).toMatchObject([
      { data: { index: 0, content_block: { type: "tool_use", name: "get_weather", input: {} } } },
      { data: { index: 1, content_block: { type: "tool_use", name: "get_time" } } },
    ]);
    const deltas = events.filter(({ data }) => Object(data).delta?.type === "input_json_delta");
    expect(deltas.length).toBeGreaterThan(2);
    expect(textIn(deltas, "delta.partial_json")).toBe('{"city":"Bern"}{}');
  });

  test.each([
    [{ type: "any" }, "get_time"],
    [{ type: "tool", name: "get_weather" }, "get_weather"],
  ])("are called as tool_choice requires: %j", async (tool_choice, name) => {
    const message = await send("Hello", { tools: [TIME, WEATHER], tool_choice });
    expect(message).toMatchObject({ content: [{ type: "tool_use", name }] });
  });

  test("are called one at a time, or never, on request", async () => {
    const both = `${call} /tool get_time`;
    const one = { type: "auto", disable_parallel_tool_use: true };
    const tools = [TIME, WEATHER];
    expect(Object(await send(both, { tools, tool_choice: one })).content).toHaveLength(1);
    const none = await send(both, { tools, tool_choice: { type: "none" } });
    expect(none).toMatchObject({ content: [{ type: "text" }] });
  });
});

test("structured output is an instance of the schema", async () => {
  const schema = { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] };
  const message = await send("Hello", { output_config: { format: { type: "json_schema", schema } } });
  expect(message).toMatchObject({ content: [{ type: "text", text: '{"ok":false}' }] });
});

describe("thinking", () => {
  const thinking = { model: "demo-reasoning", thinking: { type: "enabled", budget_tokens: 4 } };

  test("is a signed block within its budget, counted as output", async () => {
    expect(await send("Hello", thinking)).toMatchObject({
      content: [
        { type: "thinking", thinking: "The user said: Hello", signature: expect.stringMatching(/.{20}/) },
        { type: "text" },
      ],
      usage: { output_tokens: 14, output_tokens_details: { thinking_tokens: 4 } },
    });
  });

  test("is streamed with its signature", async () => {
    const events = await stream("Hello", thinking);
    expect(textIn(events, "delta.thinking")).toBe("The user said: Hello");
    expect(textIn(events, "delta.signature")).toMatch(/.{20}/);
    expect(events.at(-2)?.data).toMatchObject({
      usage: { output_tokens: 14, output_tokens_details: { thinking_tokens: 4 } },
    });
  });

  test("needs a reasoning model and a request, and can go on with earlier blocks", async () => {
    expect(await send("Hello", { model: "demo-reasoning" })).toMatchObject({ content: [{ type: "text" }] });
    expect(await send("Hello", { ...thinking, model: "demo-small" })).toMatchObject({
      content: [{ type: "text" }],
    });
    const { content } = Object(await send("Hello", thinking));
    const messages = [
      { role: "user", content: "Hello" },
      { role: "assistant", content },
      { role: "user", content: "Go on" },
    ];
    expect(await send("", { ...thinking, messages })).toMatchObject({ stop_reason: "end_turn" });
  });
});

describe("the cache", () => {
  const text = (prefix: string, words: number) =>
    Array.from({ length: words }, (_, i) => `${prefix}${i}`).join(" ");
  const block = (said: string, ttl?: "5m" | "1h") => ({
    type: "text",
    text: said,
    ...(ttl && { cache_control: { type: "ephemeral", ttl } }),
  });
  const counts = ({ cache_creation, ...usage }: Record<string, unknown>) => [
    usage.input_tokens,
    usage.cache_read_input_tokens,
    usage.cache_creation_input_tokens,
    ...Object.values(Object(cache_creation)),
  ];

  test("is written where blocks are marked, for as long as they say, and then read", async () => {
    const system = [block(text("a", 1_200), "1h")];
    const content = [block(text("b", 300), "5m"), block("one two three")];
    expect(counts(await usageOf(content, { system }))).toEqual([3, 0, 1_500, 300, 1_200]);
    expect(counts(await usageOf(content, { system }))).toEqual([3, 1_500, 0, 0, 0]);
    expect(counts(await usageOf([block("other", "5m")], { system }))).toEqual([0, 1_200, 1, 1, 0]);
    const other = await usageOf(content, { system, model: "demo-large" });
    expect(counts(other)).toEqual([3, 0, 1_500, 300, 1_200]);
  });

  test("is not used without marks, nor for a short prefix", async () => {
    const content = [block(text("c", 1_200))];
    await usageOf(content);
    expect(counts(await usageOf(content))).toEqual([1_200, 0, 0, 0, 0]);
    const short = [block(text("d", 1_000), "5m")];
    await usageOf(short);
    expect(counts(await usageOf(short))).toEqual([1_000, 0, 0, 0, 0]);
  });

  test("covers the whole prompt if the request itself is marked", async () => {
    const request = { cache_control: { type: "ephemeral" }, tools: [WEATHER] };
    const all = Number((await usageOf(text("e", 1_200), { tools: [WEATHER] })).input_tokens);
    expect(counts(await usageOf(text("e", 1_200), request))).toEqual([0, 0, all, all, 0]);
    expect(counts(await usageOf(text("e", 1_200), request))).toEqual([0, all, 0, 0, 0]);
  });
});

test("images and documents count a fixed number of tokens, also in a tool's result", async () => {
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
  const document = { type: "document", source: { type: "url", url: "https://example.com/a.pdf" } };
  const result = { type: "tool_result", tool_use_id: "toolu_1", content: [image] };
  const usage = await usageOf([{ type: "text", text: "one" }, image, document, result]);
  expect(usage.input_tokens).toBe(1 + 85 + 250 + 85);
});

test("the token count is what a message counts, without a limit", async () => {
  const { max_tokens: _, ...request } = requestFor("one two three", {
    system: "Be brief.",
    tools: [WEATHER],
  });
  const { input_tokens } = Object(
    await send("one two three", { system: "Be brief.", tools: [WEATHER] }),
  ).usage;
  expect(await upstream.json("/messages/count_tokens", request)).toEqual({ input_tokens });
});

test.each(["/messages", "/messages/count_tokens"])("%s accepts the key in x-api-key", async (path) => {
  const body = JSON.stringify(requestFor("Hello"));
  const sendWith = (key: string) =>
    upstream.send(path, {
      method: "POST",
      body,
      headers: { authorization: "", "x-api-key": key, "content-type": "application/json" },
    });
  expect((await sendWith("sk-demo-test")).status).toBe(200);
  expect((await sendWith("sk-other")).status).toBe(401);
});
