import { toFile } from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parsePriceTable } from "#core/contract/price-table.ts";
import { costMicros } from "#core/domain/gateway/pricing.ts";
import { DEMO_PRICES } from "#scripts/local/upstream/models.ts";
import { type OpenAiEdge, startOpenAiEdge } from "./gateway-client/openai-edge.ts";

let edge: OpenAiEdge;
beforeAll(async () => {
  edge = await startOpenAiEdge();
}, 120_000);
afterAll(() => edge.stop());

const MODEL = "demo-small";
const QUESTION = { model: MODEL, messages: [{ role: "user" as const, content: "What is an edge?" }] };
const PRICES = parsePriceTable(JSON.stringify(DEMO_PRICES));
const priceOf = (model: string, input: number, output: number) => {
  const price = PRICES.get(model);
  if (price === undefined) throw new Error(`${model} has no price.`);
  return costMicros(price, { input, output });
};

test("a chat answers, names its request, and costs what its header says", async () => {
  const { client, settled } = await edge.newCustomer();
  const { data, response, request_id } = await client().chat.completions.create(QUESTION).withResponse();
  expect(data.choices[0]?.message.content).toContain("What is an edge?");
  const { prompt_tokens: input = 0, completion_tokens: output = 0 } = data.usage ?? {};
  const cost = priceOf(MODEL, input, output);
  expect(response.headers.get("x-latchkey-cost")).toBe((cost / 1e6).toFixed(6));
  expect(data).toHaveProperty("_request_id", request_id);
  expect(await settled(1)).toEqual([
    {
      ...{ requestId: request_id, endpoint: "/v1/chat/completions", status: 200 },
      ...{ costMicros: cost, tokensIn: input, tokensOut: output },
    },
  ]);
});

test("a stream says what the whole answer says, without counts that were not asked for, and is paid for", async () => {
  const { client, settled } = await edge.newCustomer();
  const whole = await client().chat.completions.create(QUESTION);
  const pieces: string[] = [];
  for await (const { choices, usage } of await client().chat.completions.create({
    ...QUESTION,
    stream: true,
  })) {
    expect(usage ?? null).toBeNull();
    expect(choices).toHaveLength(1);
    pieces.push(choices[0]?.delta.content ?? "");
  }
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.join("")).toBe(whole.choices[0]?.message.content);
  const [first, second] = await settled(2);
  expect(second).toEqual({ ...first, requestId: second?.requestId });
});

test("a stream that was asked for its counts ends with them", async () => {
  const { client, settled } = await edge.newCustomer();
  const asked = { ...QUESTION, stream: true, stream_options: { include_usage: true } } as const;
  const chunks = [];
  for await (const chunk of await client().chat.completions.create(asked)) chunks.push(chunk);
  const last = chunks.pop();
  expect(last?.choices).toEqual([]);
  expect(chunks.every(({ usage }) => usage === null)).toBe(true);
  const [row] = await settled(1);
  expect(last?.usage).toMatchObject({ prompt_tokens: row?.tokensIn, completion_tokens: row?.tokensOut });
  expect(row?.costMicros).toBe(priceOf(MODEL, row?.tokensIn ?? 0, row?.tokensOut ?? 0));
});

test("the client's own helper for streams puts the answer together", async () => {
  const { client, settled } = await edge.newCustomer();
  const stream = client().chat.completions.stream(QUESTION);
  expect(await stream.finalContent()).toContain("What is an edge?");
  expect(await settled(1)).toMatchObject([{ status: 200 }]);
});

test("the models are listed and found one by one", async () => {
  const { client, settled } = await edge.newCustomer();
  const names: string[] = [];
  for await (const { id } of client().models.list()) names.push(id);
  expect(names).toEqual(DEMO_PRICES.map(({ model }) => model));
  expect(await client().models.retrieve(MODEL)).toMatchObject({ id: MODEL, object: "model" });
  expect((await settled(2)).map(({ endpoint, costMicros: cost }) => [endpoint, cost])).toEqual([
    ["/v1/models", 0],
    ["/v1/models/{id}", 0],
  ]);
  expect(edge.upstream.received).not.toContain("/v1/models");
});

test("the Responses API answers whole and as a stream, each at the same price", async () => {
  const { client, settled } = await edge.newCustomer();
  const asked = { model: MODEL, input: "What is an edge?" };
  const whole = await client().responses.create(asked);
  expect(whole.output_text).toContain("What is an edge?");
  const types: string[] = [];
  let text = "";
  for await (const event of await client().responses.create({ ...asked, stream: true })) {
    types.push(event.type);
    if (event.type === "response.output_text.delta") text += event.delta;
  }
  expect(text).toBe(whole.output_text);
  expect([types[0], types.at(-1)]).toEqual(["response.created", "response.completed"]);
  const [first, second] = await settled(2);
  const { input_tokens: input = 0, output_tokens: output = 0 } = whole.usage ?? {};
  expect(first).toMatchObject({ endpoint: "/v1/responses", costMicros: priceOf(MODEL, input, output) });
  expect(second).toEqual({ ...first, requestId: second?.requestId });
});

test("texts become vectors, in the compact form that the client asks for by itself", async () => {
  const { client, settled } = await edge.newCustomer();
  const asked = { model: "demo-embedding", input: ["one two", "three"] };
  const { data } = await client().embeddings.create(asked);
  const plain = await client().embeddings.create({ ...asked, encoding_format: "float" });
  expect(data).toHaveLength(2);
  for (const [at, { embedding }] of data.entries())
    for (const [i, value] of embedding.entries())
      expect(value).toBeCloseTo(plain.data[at]?.embedding[i] ?? 9, 6);
  expect(await settled(2)).toMatchObject([
    { tokensIn: 3, costMicros: 1 },
    { tokensIn: 3, costMicros: 1 },
  ]);
});

test.each([
  ["a short recording", 20_000],
  ["a long recording, which comes before its model's name,", 1_000_000],
])("%s goes up as a form, and is paid for by its counts", async (_what, size) => {
  const { client, settled } = await edge.newCustomer();
  const file = await toFile(Buffer.alloc(size, 7), "a.wav");
  const { text } = await client().audio.transcriptions.create({ file, model: MODEL });
  expect(text).toBe(`A recording called a.wav, of ${size} bytes.`);
  const [row] = await settled(1);
  expect(row).toMatchObject({ endpoint: "/v1/audio/transcriptions", status: 200, tokensIn: size / 1000 });
  expect(row?.costMicros).toBe(priceOf(MODEL, row?.tokensIn ?? 0, row?.tokensOut ?? 0));
});
