import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { freePorts } from "#scripts/local/free-port.ts";
import { startUpstream } from "#scripts/local/upstream/index.ts";
import { EventFlow } from "#worker/api/gateway/answer-flow.ts";

const KEY = "sk-demo-test";
let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  const [port = 0] = await freePorts(1);
  upstream = await startUpstream({ port, apiKey: KEY });
});
afterAll(() => upstream.stop());

const post = (path: string, body: object, key = KEY) =>
  fetch(`${upstream.url}/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const chat = (content: string, more: object = {}) =>
  post("/chat/completions", { model: "demo-small", messages: [{ role: "user", content }], ...more });
const completion = z.object({
  choices: z.array(z.object({ finish_reason: z.string(), message: z.object({ content: z.string() }) })),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number(), total_tokens: z.number() }),
});
const embedded = z.object({ data: z.array(z.unknown()), usage: z.unknown() });
const usageIn = (bytes: ArrayBuffer) => {
  const flow = new EventFlow({ hideCounts: false });
  flow.push(new Uint8Array(bytes));
  return flow.reading().usage;
};

test("accepts no other credential", async () => {
  expect((await post("/chat/completions", {}, "sk-other")).status).toBe(401);
});

test("returns the same response for the same prompt, and counts its tokens", async () => {
  const { choices, usage } = completion.parse(await (await chat("one two three")).json());
  expect(choices[0]?.message.content).toContain("one two three");
  expect(usage).toEqual({ prompt_tokens: 3, completion_tokens: 12, total_tokens: 15 });
  expect(completion.parse(await (await chat("one two three")).json()).choices).toEqual(choices);
});

test("stops at the limit of tokens", async () => {
  const { choices, usage } = completion.parse(await (await chat("one two three", { max_tokens: 2 })).json());
  expect([choices[0]?.finish_reason, usage.completion_tokens]).toEqual(["length", 2]);
});

test("streams the same text it would return at once, and counts tokens only on request", async () => {
  const silent = await (await chat("Hello", { stream: true })).arrayBuffer();
  expect(usageIn(silent)).toBeNull();
  expect(new TextDecoder().decode(silent)).toMatch(/data: \[DONE\]\n\n$/);
  const counted = await chat("Hello", { stream: true, stream_options: { include_usage: true } });
  expect(usageIn(await counted.arrayBuffer())).toEqual({ input: 1, output: 10 });
});

test("fails on request", async () => {
  const busy = await chat("/fail 429");
  expect([busy.status, busy.headers.get("retry-after")]).toEqual([429, "1"]);
  expect((await chat("/fail 503")).status).toBe(503);
  await expect(chat("/cut", { stream: true }).then((response) => response.text())).rejects.toThrow();
  const started = performance.now();
  expect((await chat("/slow 300")).status).toBe(200);
  expect(performance.now() - started).toBeGreaterThanOrEqual(290);
});

test("embeds texts and counts them", async () => {
  const { data, usage } = embedded.parse(
    await (await post("/embeddings", { model: "demo-embedding", input: ["a b", "c"] })).json(),
  );
  expect(data).toHaveLength(2);
  expect(usage).toEqual({ prompt_tokens: 3, total_tokens: 3 });
});
