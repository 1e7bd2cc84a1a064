import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type OpenAiEdge, startOpenAiEdge } from "./gateway-client/openai-edge.ts";

let edge: OpenAiEdge;
beforeAll(async () => {
  edge = await startOpenAiEdge();
}, 120_000);
afterAll(() => edge.stop());
beforeEach(() => {
  edge.upstream.received.length = 0;
});

const ask = (content: string, model = "demo-small") => ({
  model,
  messages: [{ role: "user" as const, content }],
});

/** Gives up when its caller does, but not before the provider has the request: a busy machine may be slow. */
const abortedAtTheProvider: typeof fetch = (input, init) => {
  const before = edge.upstream.received.length;
  const hasArrived = () => edge.upstream.received.length > before;
  const abort = new AbortController();
  init?.signal?.addEventListener("abort", () => {
    void vi.waitUntil(hasArrived, { timeout: 20_000 }).finally(() => abort.abort());
  });
  return fetch(input, { ...init, signal: abort.signal });
};

const statuses = (rows: { status: number }[]) => rows.map(({ status }) => status);

test.each([
  [500, 3],
  [503, 3],
  [429, 3],
  [400, 1],
  [404, 1],
])(
  "an AI service that answers %i is asked %i times, and each time is a row that costs nothing",
  async (status, times) => {
    const { client, settled } = await edge.newCustomer();
    const asked = client({ maxRetries: 2 }).chat.completions.create(ask(`/fail ${status}`));
    await expect(asked).rejects.toMatchObject({ status });
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
  "a test key that asks for %s every time meets it as its client's retries end",
  async (name, kind, times) => {
    const { client, settled } = await edge.newCustomer({ test: true });
    const started = performance.now();
    const asked = client({ maxRetries: 2 }).chat.completions.create(ask("Hello", `test-${name}`));
    await expect(asked).rejects.toBeInstanceOf(kind);
    // Retry-After says a second.
    expect(performance.now() - started).toBeGreaterThanOrEqual((times - 1) * 1000);
    expect(statuses(await settled(times))).toEqual(Array.from({ length: times }, () => Number(name)));
    expect(edge.upstream.received).toEqual([]);
  },
);

test.each(["429", "503"])(
  "a test key that asks for %s once is answered at the second try, a second later",
  async (name) => {
    const { client, settled } = await edge.newCustomer({ test: true });
    const started = performance.now();
    const { choices } = await client().chat.completions.create(ask("Hello", `test-${name}-once`));
    expect(choices[0]?.message.content).toBe("This is a test.");
    expect(performance.now() - started).toBeGreaterThanOrEqual(1000);
    expect(statuses(await settled(2))).toEqual([Number(name), 200]);
  },
);

test("a key that is not valid and an empty balance are not asked about again", async () => {
  const { client } = await edge.newCustomer({ micros: 1 });
  const sent: string[] = [];
  const counted: typeof fetch = (input, init) => {
    sent.push(String(init?.method));
    return fetch(input, init);
  };
  const options = { maxRetries: 2, fetch: counted };
  await expect(client(options).chat.completions.create(ask("Hello"))).rejects.toMatchObject({ status: 402 });
  await expect(client({ ...options, apiKey: "sk-x" }).models.list()).rejects.toMatchObject({ status: 401 });
  expect(sent).toEqual(["POST", "GET"]);
});

test("a client that loses patience tries again; both answers are paid for, and nothing stays held", async () => {
  const { client, settled } = await edge.newCustomer();
  const impatient = client({ timeout: 250, maxRetries: 1, fetch: abortedAtTheProvider });
  const asked = impatient.chat.completions.create(ask("/slow 800"));
  await expect(asked).rejects.toBeInstanceOf(OpenAI.APIConnectionTimeoutError);
  const rows = await settled(2);
  expect(statuses(rows)).toEqual([200, 200]);
  expect(rows.every(({ costMicros, tokensOut }) => costMicros > 0 && tokensOut > 0)).toBe(true);
  expect(edge.upstream.received).toHaveLength(2);
});

test("a request that its caller aborts is paid for once, and nothing stays held", async () => {
  const { client, settled } = await edge.newCustomer();
  const signal = AbortSignal.timeout(250);
  const { chat } = client({ fetch: abortedAtTheProvider });
  const asked = chat.completions.create(ask("/slow 800"), { signal });
  await expect(asked).rejects.toBeInstanceOf(OpenAI.APIUserAbortError);
  expect(await settled(1)).toMatchObject([{ status: 200, costMicros: expect.any(Number) }]);
});

test("a stream that its reader leaves is paid for as a whole, and nothing stays held", async () => {
  const { client, settled } = await edge.newCustomer();
  const whole = await client().chat.completions.create(ask("Tell me of edges"));
  for await (const { choices } of await client().chat.completions.create({
    ...ask("Tell me of edges"),
    stream: true,
  }))
    if (choices[0]?.delta.content) break;
  const [first, second] = await settled(2);
  expect(first).toMatchObject({ tokensOut: whole.usage?.completion_tokens });
  expect(second).toEqual({ ...first, requestId: second?.requestId });
});
