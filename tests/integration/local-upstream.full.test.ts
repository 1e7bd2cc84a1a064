import { toFile } from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestUpstream, type TestUpstream } from "./local-upstream-support.ts";

let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await startTestUpstream();
});
afterAll(() => upstream.stop());

const chat = (content: string, more: object = {}) =>
  upstream.json("/chat/completions", { model: "demo-small", messages: [{ role: "user", content }], ...more });

test("returns the same response for the same prompt, and counts its tokens", async () => {
  const first = await chat("one two three");
  expect(first).toMatchObject({
    choices: [{ message: { content: expect.stringContaining("one two three") }, finish_reason: "stop" }],
    usage: { prompt_tokens: 3, completion_tokens: 12, total_tokens: 15 },
  });
  const { id: _id, created: _created, ...same } = Object(first);
  expect(await chat("one two three")).toMatchObject(same);
});

test("stops at the limit of tokens", async () => {
  expect(await chat("one two three", { max_tokens: 2 })).toMatchObject({
    choices: [{ message: { content: "This is" }, finish_reason: "length" }],
    usage: { completion_tokens: 2 },
  });
});

test("lists its models", async () => {
  const names: string[] = [];
  for await (const { id } of upstream.openai.models.list()) names.push(id);
  expect(names).toEqual([
    "demo-small",
    "demo-large",
    "demo-reasoning",
    "demo-embedding",
    "demo-moderation",
    "demo-rerank",
    "demo-image",
    "demo-image-tokens",
    "demo-speech",
    "demo-transcribe",
    "demo-transcribe-tokens",
  ]);
});

test.each([
  ["texts", ["a b", "c"], 2, 3],
  ["one text", "a b", 1, 2],
  ["tokens", [1, 2, 3], 1, 3],
  ["lists of tokens", [[1, 2], [3]], 2, 3],
])("embeds %s and counts them", async (_what, input, vectors, tokens) => {
  const { data, usage } = await upstream.openai.embeddings.create({ model: "demo-embedding", input });
  expect(data).toHaveLength(vectors);
  expect(usage).toEqual({ prompt_tokens: tokens, total_tokens: tokens });
});

test("embeds the same in both encodings, in the dimensions requested", async () => {
  const request = { model: "demo-embedding", input: "Hello", dimensions: 4 };
  const compact = await upstream.openai.embeddings.create(request);
  const plain = await upstream.openai.embeddings.create({ ...request, encoding_format: "float" });
  expect(plain.data[0]?.embedding).toHaveLength(4);
  for (const [at, value] of (plain.data[0]?.embedding ?? []).entries())
    expect(compact.data[0]?.embedding[at]).toBeCloseTo(value, 6);
});

test("flags a text that names a category", async () => {
  const { results } = await upstream.openai.moderations.create({ input: ["Hello", "so much violence"] });
  expect(results.map(({ flagged }) => flagged)).toEqual([false, true]);
  expect(results[1]?.categories.violence).toBe(true);
  const parts = [{ type: "text" as const, text: "hate" }];
  expect((await upstream.openai.moderations.create({ input: parts })).results).toHaveLength(1);
});

test("describes a recording", async () => {
  const file = await toFile(Buffer.alloc(2_500, 7), "a.wav");
  const { text } = await upstream.openai.audio.transcriptions.create({ file, model: "demo-transcribe" });
  expect(text).toBe("A recording called a.wav. It lasts 0.2 seconds.");
});

test("completes several prompts, each as often as requested", async () => {
  const { choices, usage } = await upstream.openai.completions.create({
    model: "demo-small",
    prompt: ["a b", "c"],
    n: 2,
    echo: true,
  });
  expect(choices.map(({ index, text }) => [index, text.slice(0, 5)])).toEqual([
    [0, "a bTh"],
    [1, "a bTh"],
    [2, "cThis"],
    [3, "cThis"],
  ]);
  expect(usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 2 * 11 + 2 * 10 });
});

test("completes at most 16 tokens without a limit, and counts what best_of generates", async () => {
  const prompt = "one two three four five six seven eight";
  const request = { model: "demo-small", prompt, best_of: 3 };
  const { choices, usage } = await upstream.openai.completions.create(request);
  expect(choices).toMatchObject([{ finish_reason: "length" }]);
  expect(usage?.completion_tokens).toBe(48);
});

test("streams a completion with the same text, and its usage on request", async () => {
  const request = { model: "demo-small", prompt: [7, 8] };
  const whole = await upstream.openai.completions.create(request);
  const stream = await upstream.openai.completions.create({
    ...request,
    stream: true,
    stream_options: { include_usage: true },
  });
  let text = "";
  let usage: unknown;
  for await (const chunk of stream) {
    text += chunk.choices[0]?.text ?? "";
    usage = chunk.usage;
  }
  expect(text).toBe(whole.choices[0]?.text);
  expect(usage).toEqual(whole.usage);
});
