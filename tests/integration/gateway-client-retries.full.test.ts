import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { abortedAtTheProvider, LEFT_OR_COMPLETED } from "./gateway-client/leaving-client.ts";
import { type OpenAiEdge, startOpenAiEdge } from "./gateway-client/openai-edge.ts";

let edge: OpenAiEdge;
beforeAll(async () => {
  edge = await startOpenAiEdge();
});
afterAll(() => edge.stop());
beforeEach(() => {
  edge.upstream.received.length = 0;
});

const chatWith = (content: string, model = "demo-small") => ({
  model,
  messages: [{ role: "user" as const, content }],
});

const statuses = (rows: { status: number }[]) => rows.map(({ status }) => status);

test.each([
  [500, 3],
  [503, 3],
  [429, 3],
  [400, 1],
  [404, 1],
])(
  "a provider that returns %i gets %i requests, and each is a row that costs nothing",
  async (status, times) => {
    const { client, settled } = await edge.newCustomer();
    const response = client({ maxRetries: 2 }).chat.completions.create(chatWith(`/fail ${status}`));
    await expect(response).rejects.toMatchObject({ status });
    expect(edge.upstream.received).toHaveLength(times);
    const rows = await settled(times);
    expect(rows.map(({ status: seen, costMicros }) => [seen, costMicros])).toEqual(
      Array.from({ length: times }, () => [status, 0]),
    );
    expect(new Set(rows.map(({ requestId }) => requestId)).size).toBe(times);
  },
);

test.each([
  ["429", OpenAI.RateLimitError, 3],
  ["503", OpenAI.InternalServerError, 3],
  ["402", OpenAI.APIError, 1],
] as const)(
  "a test key that requests the error %s each time gets it when its client's retries end",
  async (name, kind, times) => {
    const { client, settled } = await edge.newCustomer({ test: true });
    const started = performance.now();
    const response = client({ maxRetries: 2 }).chat.completions.create(chatWith("Hello", `test-${name}`));
    await expect(response).rejects.toBeInstanceOf(kind);
    // Retry-After is a second.
    expect(performance.now() - started).toBeGreaterThanOrEqual((times - 1) * 1000);
    expect(statuses(await settled(times))).toEqual(Array.from({ length: times }, () => Number(name)));
    expect(edge.upstream.received).toEqual([]);
  },
);

test.each(["429", "503"])(
  "a test key that requests the error %s once succeeds with the next attempt, a second later",
  async (name) => {
    const { client, settled } = await edge.newCustomer({ test: true });
    const started = performance.now();
    const { choices } = await client().chat.completions.create(chatWith("Hello", `test-${name}-once`));
    expect(choices[0]?.message.content).toBe("This is a test.");
    expect(performance.now() - started).toBeGreaterThanOrEqual(1000);
    expect(statuses(await settled(2))).toEqual([Number(name), 200]);
  },
);

test("an invalid key and an empty balance are not retried", async () => {
  const { client } = await edge.newCustomer({ micros: 1 });
  const sent: string[] = [];
  const counted: typeof fetch = (input, init) => {
    sent.push(String(init?.method));
    return fetch(input, init);
  };
  const options = { maxRetries: 2, fetch: counted };
  await expect(client(options).chat.completions.create(chatWith("Hello"))).rejects.toMatchObject({
    status: 402,
  });
  await expect(client({ ...options, apiKey: "sk-x" }).models.list()).rejects.toMatchObject({ status: 401 });
  expect(sent).toEqual(["POST", "GET"]);
});

test("a client that times out retries; both requests are charged, and nothing stays held", async () => {
  const { client, settled } = await edge.newCustomer();
  const hasty = client({ timeout: 250, maxRetries: 1, fetch: abortedAtTheProvider(edge) });
  const response = hasty.chat.completions.create(chatWith("/slow 800"));
  await expect(response).rejects.toBeInstanceOf(OpenAI.APIConnectionTimeoutError);
  const rows = await settled(2);
  for (const { status, outcome } of rows) expect(LEFT_OR_COMPLETED).toContainEqual([status, outcome]);
  expect(rows.every(({ costMicros, tokensOut }) => costMicros > 0 && tokensOut > 0)).toBe(true);
  expect(edge.upstream.received).toHaveLength(2);
});

test("a request that its caller aborts is charged once, and nothing stays held", async () => {
  const { client, settled } = await edge.newCustomer();
  const signal = AbortSignal.timeout(250);
  const { chat } = client({ fetch: abortedAtTheProvider(edge) });
  const response = chat.completions.create(chatWith("/slow 800"), { signal });
  await expect(response).rejects.toBeInstanceOf(OpenAI.APIUserAbortError);
  const [row] = await settled(1);
  expect(LEFT_OR_COMPLETED).toContainEqual([row?.status, row?.outcome]);
  expect(row?.costMicros).toBeGreaterThan(0);
});

test("a stream that its reader leaves is charged by its usage or an estimate, and nothing stays held", async () => {
  const { client, settled } = await edge.newCustomer();
  const stream = await client().chat.completions.create({ ...chatWith("Tell me about edges"), stream: true });
  for await (const { choices } of stream) if (choices[0]?.delta.content) break;
  const [row] = await settled(1);
  expect(LEFT_OR_COMPLETED).toContainEqual([row?.status, row?.outcome]);
  expect(row?.tokensOut).toBeGreaterThan(0);
  expect(row?.costMicros).toBeGreaterThan(0);
});
