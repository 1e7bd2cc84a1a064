import type OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestUpstream, type TestUpstream } from "./local-upstream-support.ts";

type Request = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, "stream">;
type Message = OpenAI.ChatCompletionMessageParam;

let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await startTestUpstream();
});
afterAll(() => upstream.stop());

const requestFor = (content: string | Message[], more: Partial<Request> = {}): Request => ({
  model: "demo-small",
  messages: typeof content === "string" ? [{ role: "user", content }] : content,
  ...more,
});
const chat = (content: string | Message[], more: Partial<Request> = {}) =>
  upstream.openai.chat.completions.create(requestFor(content, more));

const functionTool = (name: string, properties: object, required: string[]) => ({
  type: "function" as const,
  function: { name, parameters: { type: "object", properties, required } },
});
const WEATHER = functionTool(
  "get_weather",
  { city: { type: "string" }, days: { type: "integer", minimum: 2 }, unit: { enum: ["C", "F"] } },
  ["city", "days"],
);
const TIME = functionTool("get_time", {}, []);

const callsIn = ({ choices }: OpenAI.ChatCompletion) =>
  (choices[0]?.message.tool_calls ?? []).map((call) =>
    call.type === "function" ? [call.function.name, JSON.parse(call.function.arguments)] : [],
  );

describe("tools", () => {
  test("are called with the given arguments, and with what the schema requires besides", async () => {
    const completion = await chat('/tool get_weather {"city": "Bern {}"}', { tools: [TIME, WEATHER] });
    expect(callsIn(completion)).toEqual([["get_weather", { city: "Bern {}", days: 2 }]]);
    expect(completion.choices[0]).toMatchObject({ finish_reason: "tool_calls", message: { content: null } });
    expect(completion.usage?.completion_tokens).toBeGreaterThan(0);
  });

  test.each([
    ["required", "get_time"],
    [{ type: "function", function: { name: "get_weather" } }, "get_weather"],
    [
      {
        type: "allowed_tools",
        allowed_tools: { mode: "required", tools: [{ type: "function", function: { name: "get_weather" } }] },
      },
      "get_weather",
    ],
  ] as const)("are called as tool_choice requires: %j", async (tool_choice, name) => {
    const choice = tool_choice as NonNullable<Request["tool_choice"]>;
    const completion = await chat("Hello", { tools: [TIME, WEATHER], tool_choice: choice });
    expect(callsIn(completion)[0]?.[0]).toBe(name);
  });

  test("are called in parallel, unless the request forbids it", async () => {
    const text = '/tool get_time {} /tool get_weather {"city": "Bern"}';
    const tools = [TIME, WEATHER];
    expect(callsIn(await chat(text, { tools }))).toHaveLength(2);
    expect(callsIn(await chat(text, { tools, parallel_tool_calls: false }))).toHaveLength(1);
  });

  test("are not called without a request, when forbidden, or when unknown", async () => {
    expect(callsIn(await chat("Hello", { tools: [TIME] }))).toEqual([]);
    expect(callsIn(await chat("/tool get_time", { tools: [TIME], tool_choice: "none" }))).toEqual([]);
    expect(callsIn(await chat("/tool other {}", { tools: [TIME] }))).toEqual([]);
  });

  test("have results that the response quotes", async () => {
    const messages: Message[] = [{ role: "user", content: '/tool get_weather {"city": "Bern"}' }];
    const { choices } = await chat(messages, { tools: [WEATHER] });
    const message = choices[0]?.message;
    const [call] = message?.tool_calls ?? [];
    if (message === undefined || call === undefined) throw new Error("There is no call.");
    messages.push(message, { role: "tool", tool_call_id: call.id, content: "22 degrees" });
    const second = await chat(messages, { tools: [WEATHER], tool_choice: "required" });
    expect(second.choices[0]).toMatchObject({
      finish_reason: "stop",
      message: { content: expect.stringContaining("22 degrees") },
    });
  });

  test("are called in a stream in the same way, in several deltas", async () => {
    const request = requestFor('/tool get_time {} /tool get_weather {"city": "Bern"}', {
      tools: [TIME, WEATHER],
    });
    const stream = upstream.openai.chat.completions.stream(request);
    let deltas = 0;
    stream.on("tool_calls.function.arguments.delta", () => {
      deltas += 1;
    });
    const streamed = callsIn(await stream.finalChatCompletion());
    expect(streamed).toEqual(callsIn(await chat(request.messages, { tools: [TIME, WEATHER] })));
    expect(deltas).toBeGreaterThan(4);
  });

  test("are run in a loop by the client's own helper", async () => {
    const runner = upstream.openai.chat.completions.runTools({
      ...requestFor('/tool get_weather {"city": "Bern"}'),
      tools: [
        {
          type: "function",
          function: {
            name: "get_weather",
            description: "",
            parameters: { type: "object" as const },
            parse: JSON.parse,
            function: ({ city }: { city: string }) => `22 degrees in ${city}`,
          },
        },
      ],
    });
    expect(await runner.finalContent()).toContain("22 degrees in Bern");
  });

  test("are cut at the limit", async () => {
    const completion = await chat("/tool get_weather", { tools: [WEATHER], max_tokens: 1 });
    expect(completion).toMatchObject({
      choices: [
        { finish_reason: "length", message: { tool_calls: [{ function: { arguments: '{"city":' } }] } },
      ],
      usage: { completion_tokens: 1 },
    });
  });
});

describe("structured output", () => {
  const schema = {
    type: "object",
    required: ["name", "tags"],
    additionalProperties: false,
    properties: { name: { type: "string" }, tags: { type: "array", items: { type: "string" }, minItems: 2 } },
  };

  test("is an instance of the schema, whole and streamed", async () => {
    const format = { type: "json_schema" as const, json_schema: { name: "person", strict: true, schema } };
    const { choices } = await chat("Hello", { response_format: format });
    const json = choices[0]?.message.content ?? "";
    expect(JSON.parse(json)).toEqual({ name: "text", tags: ["text", "text"] });
    const stream = upstream.openai.chat.completions.stream(requestFor("Hello", { response_format: format }));
    expect((await stream.finalChatCompletion()).choices[0]?.message.content).toBe(json);
  });

  test("is an object without a schema", async () => {
    const { choices } = await chat("Hello", { response_format: { type: "json_object" } });
    expect(JSON.parse(choices[0]?.message.content ?? "")).toEqual({ text: "text" });
  });
});

describe("choices and limits", () => {
  test("there are as many choices as requested, and all are counted", async () => {
    const { choices, usage } = await chat("Hello", { n: 3 });
    expect(choices.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(usage?.completion_tokens).toBe(30);
  });

  test("streamed choices have the same text", async () => {
    const completion = await upstream.openai.chat.completions
      .stream(requestFor("Hello", { n: 2 }))
      .finalChatCompletion();
    expect(completion.choices.map(({ message }) => message.content)).toEqual(
      (await chat("Hello", { n: 2 })).choices.map(({ message }) => message.content),
    );
  });

  test.each([
    [{ max_completion_tokens: 3 }, "This is demo-small,", "length"],
    [{ stop: "model" }, "This is demo-small, a", "stop"],
    [{ stop: ["nowhere", " is"] }, "This", "stop"],
  ])("%j ends the text", async (more, content, finish_reason) => {
    const completion = await chat("Hello", more);
    expect(completion.choices).toMatchObject([{ message: { content }, finish_reason }]);
  });

  test("no response is longer than the model allows", async () => {
    const { choices, usage } = await chat("/long 9999", { max_tokens: 999_999 });
    expect([choices[0]?.finish_reason, usage?.completion_tokens]).toEqual(["length", 4_096]);
  });
});

describe("usage", () => {
  test("of a reasoning model includes hidden tokens, which the limit covers", async () => {
    const request = { model: "demo-reasoning" };
    const { usage, choices } = await chat("Hello", request);
    const reasoning = usage?.completion_tokens_details?.reasoning_tokens ?? 0;
    expect(reasoning).toBeGreaterThan(5);
    expect(usage?.completion_tokens).toBe(reasoning + (choices[0]?.message.content ?? "").split(" ").length);
    const limited = await chat("Hello", { ...request, max_completion_tokens: reasoning });
    expect(limited.choices).toMatchObject([{ message: { content: "" }, finish_reason: "length" }]);
    const none = await chat("Hello", { ...request, reasoning_effort: "none" });
    expect(none.usage?.completion_tokens_details?.reasoning_tokens).toBe(0);
  });

  test("counts a repeated prefix of at least 1,024 tokens as cached", async () => {
    const long = Array.from({ length: 1_300 }, (_, i) => `w${i}`).join(" ");
    const cachedOf = async (content: string, more: Partial<Request> = {}) =>
      (await chat(content, more)).usage?.prompt_tokens_details?.cached_tokens;
    expect(await cachedOf(long)).toBe(0);
    expect(await cachedOf(long)).toBe(1_280);
    expect(await cachedOf(`${long} and more`)).toBe(1_280);
    expect(await cachedOf(long.replace("w1100 ", "other "))).toBe(1_024);
    expect(await cachedOf(long.replace("w1 ", "other "))).toBe(0);
    expect(await cachedOf(long, { prompt_cache_key: "another account" })).toBe(0);
    expect(await cachedOf(long, { model: "demo-large" })).toBe(0);
    expect(await cachedOf("short")).toBe(0);
    expect(await cachedOf("short")).toBe(0);
  });

  test("counts a fixed number of tokens for each image, recording and file", async () => {
    const parts: OpenAI.ChatCompletionContentPart[] = [
      { type: "text", text: "one two" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
      { type: "file", file: { file_id: "file-1" } },
    ];
    const { usage, choices } = await chat([{ role: "user", content: parts }]);
    expect(usage).toMatchObject({
      prompt_tokens: 2 + 85 + 50 + 250,
      prompt_tokens_details: { audio_tokens: 50, cached_tokens: 0 },
    });
    expect(choices[0]?.message.content).toMatch(/You said: one two$/);
  });

  test("counts tools and schemas as input", async () => {
    const bare = await chat("Hello");
    const { usage } = await chat("Hello", { tools: [WEATHER] });
    expect(usage?.prompt_tokens).toBeGreaterThan(bare.usage?.prompt_tokens ?? 0);
  });

  test("adds up", async () => {
    const { usage } = await chat("Hello there", { model: "demo-reasoning", n: 2 });
    expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0));
  });

  test("is in a last chunk of its own, on request only", async () => {
    const stream = (more: object) =>
      upstream.events("/chat/completions", { ...requestFor("Hello"), ...more });
    const silent = await stream({});
    expect(silent.some(({ data }) => Object.hasOwn(Object(data), "usage"))).toBe(false);
    expect(silent.at(-1)?.data).toBe("[DONE]");
    const counted = await stream({ stream_options: { include_usage: true } });
    const chunks = counted.slice(0, -1).map(({ data }) => Object(data));
    expect(chunks.pop()).toMatchObject({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 10 } });
    expect(chunks.every(({ usage }) => usage === null)).toBe(true);
  });
});

test.each([
  [undefined, "default"],
  ["auto", "default"],
  ["flex", "flex"],
  ["priority", "priority"],
] as const)("service tier %s is reported as %s", async (service_tier, reported) => {
  const request = service_tier && { service_tier };
  expect((await chat("Hello", request)).service_tier).toBe(reported);
  const [first] = await upstream.events("/chat/completions", { ...requestFor("Hello"), ...request });
  expect(first?.data).toMatchObject({ service_tier: reported });
});
