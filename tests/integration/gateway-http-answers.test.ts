import { afterAll, beforeAll, expect, test } from "vitest";
import { generateApiKey } from "#core/domain/api-key.ts";
import { CHAT, chat, type Edge, errorOf, MODEL, startEdge } from "./gateway-http/edge.ts";
import { events, json } from "./gateway-http/scripted-upstream.ts";

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
}, 120_000);
afterAll(() => edge.stop());

test.each([
  ["invalid_api_key", 401, "invalid_request_error"],
  ["key_disabled", 403, "permission_error"],
  ["origin_not_allowed", 403, "permission_error"],
  ["insufficient_balance", 402, "insufficient_quota"],
  ["budget_exceeded", 402, "insufficient_quota"],
  ["quota_exceeded", 429, "insufficient_quota"],
  ["rate_limit_exceeded", 429, "requests"],
] as const)(
  "a refusal %s is told as OpenAI's clients expect, and goes nowhere",
  async (code, status, type) => {
    const { send, answer } = edge.newKey();
    edge.upstream.answerWith(json({}));
    await answer({ admitted: false, code, retryAfterS: 17.2 });
    const refused = await send(CHAT, chat());
    expect([refused.status, await refused.json()]).toEqual([
      status,
      { error: { message: expect.any(String), type, code, param: null } },
    ]);
    expect(refused.headers.get("x-latchkey-cost")).toBe("0.000000");
    const retries = code === "rate_limit_exceeded";
    expect(refused.headers.get("retry-after"), "Retry-After").toBe(retries ? "18" : null);
    expect(refused.headers.get("x-should-retry")).toBe(retries ? null : "false");
    expect(refused.headers.has("x-ratelimit-limit-requests")).toBe(code !== "invalid_api_key");
    expect(edge.upstream.received).toEqual([]);
  },
);

test("a key with a typing error is refused before anything else", async () => {
  const { key, send, metered } = edge.newKey();
  const typo = key.slice(0, -1) + (key.endsWith("x") ? "y" : "x");
  const answer = await send(CHAT, { ...chat(), headers: { authorization: `Bearer ${typo}` } });
  expect([answer.status, (await errorOf(answer)).code]).toEqual([401, "invalid_api_key"]);
  expect((await metered()).admissions).toEqual([]);
});

const SHOP = "https://shop.example";

test("what the AI service answers, whole, as a stream or with a failure, an allowed page can read", async () => {
  const { send, answer, metered, settled } = edge.newKey();
  await answer({ page: SHOP });
  const scripts = [
    json({ usage: { prompt_tokens: 1, completion_tokens: 1 } }),
    events(['data: {"choices":[]}\n\n', "data: [DONE]\n\n"]),
    json({ error: { message: "No.", type: "invalid_request_error", code: null, param: null } }, 400),
    json({}, 401),
  ];
  const told: unknown[] = [];
  for (const script of scripts) {
    edge.upstream.answerWith(script);
    const seen = await send(CHAT, { ...chat(), headers: { origin: SHOP } });
    await seen.text();
    told.push([seen.status, seen.headers.get("access-control-allow-origin")]);
    expect(edge.upstream.received[0]?.headers.origin).toBeUndefined();
  }
  expect(told).toEqual([
    [200, SHOP],
    [200, SHOP],
    [400, SHOP],
    [502, SHOP],
  ]);
  await settled(scripts.length);
  expect((await metered()).admissions.map(({ origin }) => origin)).toEqual(scripts.map(() => SHOP));
});

test("a page's request that cannot be admitted asks the account's object who may read why", async () => {
  const { send, answer } = edge.newKey();
  const ask = async (origin: string) => {
    const refused = await send(CHAT, { ...chat({ model: "none" }), headers: { origin } });
    return [refused.status, refused.headers.get("access-control-allow-origin")];
  };
  await answer({ page: SHOP });
  expect([await ask(SHOP), await ask("https://other.example")]).toEqual([
    [404, SHOP],
    [404, null],
  ]);
  await answer("away");
  expect(await ask(SHOP)).toEqual([404, null]);
});

test("the models are listed with their prices in dollars, one by one too, for free", async () => {
  const { send, settled } = edge.newKey();
  const view = {
    id: MODEL.model,
    object: "model",
    created: 0,
    owned_by: "latchkey",
    context_length: 1_000,
    max_output_tokens: 100,
    pricing: { input_per_million: 2, output_per_million: 8, request: 0.000005 },
  };
  expect(await (await send("/v1/models")).json()).toEqual({ object: "list", data: [view] });
  expect(await (await send(`/v1/models/${MODEL.model}`)).json()).toEqual(view);
  expect((await send("/v1/models/other%2Fmodel")).status).toBe(404);
  expect((await settled(3)).map(({ statusCode, costMicros }) => [statusCode, costMicros]).sort()).toEqual([
    [200, 0],
    [200, 0],
    [404, 0],
  ]);
});

const testKeyAnswer = async (model: string, more: object = {}) => {
  const { send, settled } = edge.newKey({ test: true });
  edge.upstream.answerWith(json({}));
  const answer = await send(CHAT, chat({ model, ...more }));
  return { answer, settled };
};

test.each([
  ["test-402", 402, "insufficient_balance"],
  ["test-429", 429, "rate_limit_exceeded"],
  ["test-503", 503, "service_unavailable"],
])("a test key that asks for %s gets it, for free and from nobody else", async (model, status, code) => {
  const { answer, settled } = await testKeyAnswer(model);
  expect([answer.status, (await errorOf(answer)).code]).toEqual([status, code]);
  expect(answer.headers.get("retry-after")).toBe(status === 402 ? null : "1");
  expect(await settled()).toMatchObject([{ statusCode: status, costMicros: 0 }]);
  expect(edge.upstream.received).toEqual([]);
});

test("a test key is answered for any model, whole and as a stream, and nothing is held or charged", async () => {
  const { send, settled, metered } = edge.newKey({ test: true });
  const whole = await (await send(CHAT, chat({ model: "any" }))).json();
  expect(whole).toMatchObject({
    object: "chat.completion",
    choices: [{ message: { content: "This is a test." } }],
  });
  const stream = await send(CHAT, chat({ model: "any", stream: true }));
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  expect((await stream.text()).endsWith("data: [DONE]\n\n")).toBe(true);
  expect((await settled(2)).map(({ costMicros }) => costMicros)).toEqual([0, 0]);
  expect((await metered()).admissions.map(({ holdMicros }) => holdMicros)).toEqual([0, 0]);
});

test("a test key that asks for a broken answer gets half of one", async () => {
  const { answer, settled } = await testKeyAnswer("test-broken");
  expect(answer.status).toBe(200);
  await expect(answer.json()).rejects.toThrow();
  expect(await settled()).toMatchObject([{ statusCode: 502, costMicros: 0 }]);
  const stream = await (await testKeyAnswer("test-broken", { stream: true })).answer.text();
  const events = stream.split("\n\n").map((event) => event.slice("data: ".length));
  expect(events).toHaveLength(4);
  for (const event of events.slice(0, 3)) expect(JSON.parse(event)).toHaveProperty("choices");
  expect(() => JSON.parse(events[3] ?? "")).toThrow();
});

test("a key that was made up, with a right checksum, is the meter's to refuse", async () => {
  const { metered } = edge.newKey();
  const answer = await fetch(`${edge.origin}/v1/models`, {
    headers: { authorization: `Bearer ${generateApiKey("0".repeat(11))}` },
  });
  expect(answer.status).toBe(200);
  expect((await metered()).admissions).toEqual([]);
});
