import { afterAll, beforeAll, expect, test } from "vitest";
import { costOf } from "#core/domain/gateway/price-list.ts";
import { EXAMPLE_PRICES } from "#scripts/local/example-prices.ts";
import { priceListOf } from "#tests/support/prices.ts";
import { type OpenAiEdge, startOpenAiEdge } from "./gateway-client/openai-edge.ts";

let edge: OpenAiEdge;
beforeAll(async () => {
  edge = await startOpenAiEdge();
});
afterAll(() => edge.stop());

const MODEL = "demo-small";
const QUESTION = { model: MODEL, messages: [{ role: "user" as const, content: "What is an edge?" }] };
const COUNTED = { ...QUESTION, stream: true, stream_options: { include_usage: true } } as const;
const COMPLETED = { status: 200, outcome: 1, estimated: false };

function priceOf(input: number, output: number, model = MODEL): number {
  const price = priceListOf().models.get(model);
  if (price === undefined) throw new Error(`${model} has no price.`);
  const lines = [
    { dimension: "input", quantity: input },
    { dimension: "output", quantity: output },
  ];
  return costOf(price, { tier: "default", lines });
}

test("a chat completion names its request, and costs what its header, usage and receipt say", async () => {
  const { client, settled } = await edge.newCustomer();
  const { data, response, request_id } = await client().chat.completions.create(QUESTION).withResponse();
  expect(data.choices[0]?.message.content).toContain("What is an edge?");
  const { prompt_tokens: input = 0, completion_tokens: output = 0 } = data.usage ?? {};
  const cost = priceOf(input, output);
  expect(response.headers.get("x-latchkey-cost")).toBe((cost / 1e6).toFixed(6));
  expect(response.headers.get("x-latchkey-balance")).toBe(((5_000_000 - cost) / 1e6).toFixed(6));
  expect(data.usage).toHaveProperty("cost", cost / 1e6);
  expect(data).toHaveProperty("_request_id", request_id);
  expect(await settled(1)).toMatchObject([
    {
      ...COMPLETED,
      requestId: request_id,
      endpoint: "/v1/chat/completions",
      model: MODEL,
      costMicros: cost,
      tokensIn: input,
      tokensOut: output,
    },
  ]);
});

test("a stream has the text of the whole response, no counts that were not requested, and the same price", async () => {
  const { client, settled } = await edge.newCustomer();
  const whole = await client().chat.completions.create(QUESTION);
  const chunks: string[] = [];
  for await (const { choices, usage } of await client().chat.completions.create({
    ...QUESTION,
    stream: true,
  })) {
    expect(usage ?? null).toBeNull();
    expect(choices).toHaveLength(1);
    chunks.push(choices[0]?.delta.content ?? "");
  }
  expect(chunks.length).toBeGreaterThan(3);
  expect(chunks.join("")).toBe(whole.choices[0]?.message.content);
  const [first, second] = await settled(2);
  expect(second).toEqual({ ...first, requestId: second?.requestId });
});

test("a stream whose counts were requested ends with them and their cost", async () => {
  const { client, settled } = await edge.newCustomer();
  const chunks = [];
  for await (const chunk of await client().chat.completions.create(COUNTED)) chunks.push(chunk);
  const last = chunks.pop();
  expect(last?.choices).toEqual([]);
  expect(chunks.every(({ usage }) => usage === null)).toBe(true);
  const [row] = await settled(1);
  const { tokensIn = 0, tokensOut = 0, costMicros = 0 } = row ?? {};
  expect(last?.usage).toMatchObject({ prompt_tokens: tokensIn, completion_tokens: tokensOut });
  expect(last?.usage).toHaveProperty("cost", costMicros / 1e6);
  expect(costMicros).toBe(priceOf(tokensIn, tokensOut));
});

test("the client's own helper for streams assembles the response", async () => {
  const { client, settled } = await edge.newCustomer();
  const stream = client().chat.completions.stream(QUESTION);
  expect(await stream.finalContent()).toContain("What is an edge?");
  expect(await settled(1)).toMatchObject([COMPLETED]);
});

test("the models are listed and found one by one", async () => {
  const { client, settled } = await edge.newCustomer();
  const names: string[] = [];
  for await (const { id } of client().models.list()) names.push(id);
  expect(names).toEqual(EXAMPLE_PRICES.map(({ model }) => model));
  expect(await client().models.retrieve(MODEL)).toMatchObject({ id: MODEL, object: "model" });
  expect((await settled(2)).map(({ endpoint, costMicros: cost }) => [endpoint, cost])).toEqual([
    ["/v1/models", 0],
    ["/v1/models/{id}", 0],
  ]);
  expect(edge.upstream.received).not.toContain("/v1/models");
});

test("a response of the Responses API has the same text and price whole and as a stream", async () => {
  const { client, settled } = await edge.newCustomer();
  const request = { model: MODEL, input: "What is an edge?", store: false };
  const whole = await client().responses.create(request);
  expect(whole.output_text).toContain("What is an edge?");
  const types: string[] = [];
  let text = "";
  for await (const event of await client().responses.create({ ...request, stream: true })) {
    types.push(event.type);
    if (event.type === "response.output_text.delta") text += event.delta;
  }
  expect(text).toBe(whole.output_text);
  expect([types[0], types.at(-1)]).toEqual(["response.created", "response.completed"]);
  const [first, second] = await settled(2);
  const { input_tokens: input = 0, output_tokens: output = 0 } = whole.usage ?? {};
  expect(first).toMatchObject({ endpoint: "/v1/responses", costMicros: priceOf(input, output) });
  expect(second).toEqual({ ...first, requestId: second?.requestId });
});

test("texts become vectors, in the compact form that the client requests by itself", async () => {
  const { client, settled } = await edge.newCustomer();
  const request = { model: "demo-embedding", input: ["one two", "three"] };
  const { data } = await client().embeddings.create(request);
  const plain = await client().embeddings.create({ ...request, encoding_format: "float" });
  expect(data).toHaveLength(2);
  for (const [at, { embedding }] of data.entries())
    for (const [i, value] of embedding.entries())
      expect(value).toBeCloseTo(plain.data[at]?.embedding[i] ?? 9, 6);
  const rows = await settled(2);
  expect(new Set(rows.map(({ tokensIn }) => tokensIn)).size).toBe(1);
  for (const { tokensIn, tokensOut, costMicros } of rows) {
    expect([tokensIn > 0, tokensOut]).toEqual([true, 0]);
    expect(costMicros).toBe(priceOf(tokensIn, 0, "demo-embedding"));
  }
});
