import type OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestUpstream, type TestUpstream, textIn } from "./local-upstream-support.ts";

type Request = Omit<OpenAI.Responses.ResponseCreateParamsNonStreaming, "stream">;
type Input = OpenAI.Responses.ResponseInput;

let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await startTestUpstream();
});
afterAll(() => upstream.stop());

const respond = (input: string | Input, more: Partial<Request> = {}) =>
  upstream.openai.responses.create({ model: "demo-small", input, ...more });
const stream = (input: string | Input, more: Partial<Request> = {}) =>
  upstream.openai.responses.stream({ model: "demo-small", ...more, input });

const WEATHER = {
  type: "function" as const,
  name: "get_weather",
  strict: false,
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};

test("the response has the text and its usage", async () => {
  const response = await respond("one two", {
    instructions: "Be brief.",
    metadata: { a: "b" },
    store: false,
  });
  expect(response).toMatchObject({
    object: "response",
    status: "completed",
    store: false,
    metadata: { a: "b" },
    error: null,
    instructions: "Be brief.",
    service_tier: "default",
  });
  expect(response.output_text).toMatch(/You said: one two$/);
  expect(response.usage).toMatchObject({ input_tokens: 4, output_tokens: 11, total_tokens: 15 });
});

test("the stream builds the same response, in numbered events", async () => {
  const events = await upstream.events("/responses", { model: "demo-small", input: "Hello" });
  expect(events.map(({ data }) => Object(data).sequence_number)).toEqual(events.map((_, at) => at));
  expect(events.every(({ name, data }) => name === Object(data).type)).toBe(true);
  expect([events[0]?.name, events[1]?.name, events.at(-1)?.name]).toEqual([
    "response.created",
    "response.in_progress",
    "response.completed",
  ]);
  const streamed = await stream("Hello").finalResponse();
  const whole = await respond("Hello");
  expect(streamed.output_text).toBe(whole.output_text);
  expect(streamed.usage).toEqual(whole.usage);
});

test("the limit makes a response incomplete, whole and streamed", async () => {
  const limit = { max_output_tokens: 3 };
  const incomplete = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
  expect(await respond("Hello", limit)).toMatchObject({ ...incomplete, output_text: "This is demo-small," });
  const events = await upstream.events("/responses", { model: "demo-small", input: "Hello", ...limit });
  expect(events.at(-1)).toMatchObject({ name: "response.incomplete", data: { response: incomplete } });
});

describe("tools", () => {
  const input: Input = [{ role: "user", content: '/tool get_weather {"city": "Bern"}' }];

  test("are called, and their result is quoted", async () => {
    const first = await respond(input, { tools: [WEATHER] });
    const [call] = first.output;
    if (call?.type !== "function_call") throw new Error("There is no call.");
    expect([call.name, JSON.parse(call.arguments)]).toEqual(["get_weather", { city: "Bern" }]);
    const result = { type: "function_call_output" as const, call_id: call.call_id, output: "22 degrees" };
    const second = await respond([...input, call, result], { tools: [WEATHER] });
    expect(second.output_text).toContain("22 degrees");
  });

  test("are called in a stream, in several deltas", async () => {
    let deltas = 0;
    const running = stream(input, { tools: [WEATHER] });
    running.on("response.function_call_arguments.delta", () => {
      deltas += 1;
    });
    const { output } = await running.finalResponse();
    expect(output).toMatchObject([{ type: "function_call", name: "get_weather", status: "completed" }]);
    expect(deltas).toBeGreaterThan(1);
  });

  test("without a schema are given the text, in a stream too", async () => {
    const text = '/tool apply_patch {"input": "*** Begin Patch"}';
    const tools = [{ type: "custom" as const, name: "apply_patch" }];
    const call = { type: "custom_tool_call", name: "apply_patch", input: "*** Begin Patch" };
    const first = await respond(text, { tools });
    expect(first.output).toMatchObject([{ ...call, call_id: expect.stringMatching(/^call_/) }]);
    const streamed = await upstream.events("/responses", { model: "demo-small", input: text, tools });
    const deltas = streamed.filter(({ name }) => name === "response.custom_tool_call_input.delta");
    expect(textIn(deltas, "delta")).toBe(call.input);
    expect(streamed.at(-1)).toMatchObject({ data: { response: { output: [call] } } });
  });

  test("that are members of a namespace are called with its name", async () => {
    const tools = [{ type: "namespace", name: "sky", tools: [WEATHER] }];
    const first = await upstream.json("/responses", { model: "demo-small", input, tools });
    expect(first).toMatchObject({
      output: [
        { type: "function_call", namespace: "sky", name: "get_weather", arguments: '{"city":"Bern"}' },
      ],
    });
  });

  test.each(["required", { type: "function", name: "get_weather" }] as const)(
    "are called as tool_choice requires: %j",
    async (tool_choice) => {
      const { output } = await respond("Hello", { tools: [WEATHER], tool_choice });
      expect(output).toMatchObject([{ type: "function_call", arguments: '{"city":"text"}' }]);
    },
  );

  test("of the provider itself are never used", async () => {
    const { output } = await respond("/tool web_search", { tools: [{ type: "web_search" }] });
    expect(output).toMatchObject([{ type: "message" }]);
  });
});

test("structured output is an instance of the schema", async () => {
  const schema = { type: "object", properties: { age: { type: "integer" } }, required: ["age"] };
  const text = { format: { type: "json_schema" as const, name: "person", schema } };
  expect(JSON.parse((await respond("Hello", { text })).output_text)).toEqual({ age: 0 });
  const object = await respond("Hello", { text: { format: { type: "json_object" } } });
  expect(JSON.parse(object.output_text)).toEqual({ text: "text" });
});

describe("reasoning", () => {
  const model = "demo-reasoning";

  test("is an item of its own, counted, and encrypted on request", async () => {
    const plain = await respond("Hello", { model });
    expect(plain.output).toMatchObject([{ type: "reasoning", summary: [] }, { type: "message" }]);
    expect(plain.output[0]).not.toHaveProperty("encrypted_content");
    expect(plain.usage?.output_tokens_details.reasoning_tokens).toBeGreaterThan(5);
    const include = ["reasoning.encrypted_content" as const];
    const { output } = await respond("Hello", { model, include, store: false });
    expect(output[0]).toMatchObject({
      type: "reasoning",
      encrypted_content: expect.stringMatching(/^\w+=*$/),
    });
    expect((await respond([{ role: "user", content: "a" }, ...(output as Input)], { model })).status).toBe(
      "completed",
    );
  });

  test("has a summary on request, in the stream too", async () => {
    const reasoning = { summary: "auto" as const };
    const { output } = await stream("Hello", { model, reasoning }).finalResponse();
    expect(output[0]).toMatchObject({
      type: "reasoning",
      summary: [{ text: expect.stringContaining("Hello") }],
    });
  });

  test("can be switched off, or take the whole limit", async () => {
    const none = await respond("Hello", { model, reasoning: { effort: "none" } });
    expect(none.output).toMatchObject([{ type: "message" }]);
    const all = await respond("Hello", { model, max_output_tokens: 4 });
    expect([all.status, all.output.length, all.usage?.output_tokens]).toEqual(["incomplete", 1, 4]);
  });
});

test("cached tokens are part of the input tokens", async () => {
  const long = Array.from({ length: 1_100 }, (_, i) => `r${i}`).join(" ");
  await respond(long);
  const { usage } = await respond(long);
  expect(usage).toMatchObject({ input_tokens: 1_100, input_tokens_details: { cached_tokens: 1_024 } });
  const other = await respond(long, { prompt_cache_key: "another account" });
  expect(other.usage?.input_tokens_details.cached_tokens).toBe(0);
});

test("images and files count a fixed number of tokens", async () => {
  const { usage } = await respond([
    {
      role: "user",
      content: [
        { type: "input_text", text: "one" },
        { type: "input_image", image_url: "https://example.com/a.png", detail: "auto" },
        { type: "input_file", file_id: "file-1" },
      ],
    },
  ]);
  expect(usage?.input_tokens).toBe(1 + 85 + 250);
});

test.each(["flex", "priority"] as const)("the tier %s is reported", async (service_tier) => {
  expect((await respond("Hello", { service_tier })).service_tier).toBe(service_tier);
});

test.each([
  [{ previous_response_id: "resp_1", input: "Hello" }, "previous_response_id"],
  [{ input: [{ type: "item_reference", id: "rs_1" }] }, "input"],
])("a request that builds on a stored response is refused: %j", async (request, param) => {
  const response = await upstream.post("/responses", { model: "demo-small", ...request });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { param, message: expect.stringContaining("set 'store' to false") },
  });
});
