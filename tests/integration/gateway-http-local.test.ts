import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  APIS,
  type Api,
  CHAT_API,
  COMPLETIONS_API,
  DONE,
  eventsIn,
  MESSAGES_API,
  post,
} from "./gateway-http/apis.ts";
import { CHAT, chat, type Edge, errorOf, MODEL, startEdge } from "./gateway-http/edge.ts";
import { json } from "./gateway-http/scripted-upstream.ts";

let edge: Edge;
const LARGE = { ...MODEL, model: "org/demo-large", rates: { input: 1, output: 8_000_000 }, fees: {} };
beforeAll(async () => {
  edge = await startEdge({ prices: [MODEL, LARGE] });
});
beforeEach(() => edge.upstream.respondWith(json({})));
afterAll(() => edge.stop());

const FREE = { costMicros: 0, tokensIn: 0, tokensOut: 0, priceLines: null };
const ANTHROPIC = { headers: { "anthropic-version": "2023-06-01" } };

describe("the models", () => {
  const view = {
    id: MODEL.model,
    object: "model",
    created: Date.UTC(2026, 0, 1) / 1000,
    owned_by: "latchkey",
    context_length: 1_000,
    max_output_tokens: 100,
    pricing: {
      input_per_million: 2,
      cached_input_per_million: 1,
      output_per_million: 8,
      request: 0.000005,
    },
  };
  const large = {
    ...view,
    id: LARGE.model,
    pricing: { input_per_million: 0.000001, output_per_million: 8, request: 0 },
  };

  test("are listed with their prices in dollars, and found one by one, for free", async () => {
    const { send, settled } = edge.newKey();
    const list = await send("/v1/models");
    expect(await list.json()).toEqual({ object: "list", data: [view, large] });
    expect(Object.fromEntries(list.headers)).toMatchObject({
      "x-latchkey-cost": "0.000000",
      "x-latchkey-balance": "4.900000",
      "x-ratelimit-remaining-requests": "99",
      "content-type": "application/json",
    });
    expect(list.headers.has("x-latchkey-paid-by")).toBe(false);
    expect(await (await send(`/v1/models/${MODEL.model}`)).json()).toEqual(view);
    expect(await (await send(`/v1/models/${LARGE.model}`)).json()).toEqual(large);
    expect(await (await send(`/v1/models/${encodeURIComponent(LARGE.model)}`)).json()).toEqual(large);
    const settlements = await settled(4);
    for (const settlement of settlements)
      expect(settlement).toMatchObject({ ...FREE, statusCode: 200, outcome: 1, firstByteMs: null });
    expect(edge.upstream.received).toEqual([]);
  });

  test("are in Anthropic's form for Anthropic's clients", async () => {
    const { send } = edge.newKey();
    const model = (id: string) => ({
      type: "model",
      id,
      display_name: id,
      created_at: "2026-01-01T00:00:00Z",
    });
    expect(await (await send("/v1/models", ANTHROPIC)).json()).toEqual({
      data: [model(MODEL.model), model(LARGE.model)],
      has_more: false,
      first_id: MODEL.model,
      last_id: LARGE.model,
    });
    expect(await (await send(`/v1/models/${MODEL.model}`, ANTHROPIC)).json()).toEqual(model(MODEL.model));
  });

  test.each(["/models", "//v1/models", "/V1/models", "/v1/v1/models", "/v1//models"])(
    "are also at %s, where other base URLs lead to",
    async (path) => {
      const { send, metered } = edge.newKey();
      expect(await (await send(path)).json()).toEqual({ object: "list", data: [view, large] });
      expect(await (await send(`${path}/${MODEL.model}`)).json()).toEqual(view);
      const endpoints = (await metered()).admissions.map(({ endpoint }) => endpoint);
      expect(endpoints).toEqual(["/v1/models", "/v1/models/{id}"]);
    },
  );

  test("have no others: 404, recorded and free, in the form of the client's API", async () => {
    const { send, settled } = edge.newKey();
    const message = "There is no model gpt-x. GET /v1/models lists the models.";
    const openAi = await send("/v1/models/gpt-x");
    const type = "invalid_request_error";
    expect([openAi.status, await openAi.json()]).toEqual([
      404,
      { error: { message, type, code: "model_not_found", param: "model" } },
    ]);
    const anthropic = await send("/v1/models/gpt-x", ANTHROPIC);
    expect([anthropic.status, await anthropic.json()]).toMatchObject([
      404,
      { type: "error", error: { type: "not_found_error", message } },
    ]);
    for (const settlement of await settled(2))
      expect(settlement).toMatchObject({ ...FREE, statusCode: 404, outcome: 2 });
  });

  test("are listed for a test key as well", async () => {
    const { send, metered } = edge.newKey({ test: true });
    expect(await (await send("/v1/models")).json()).toMatchObject({ data: [{ id: MODEL.model }, {}] });
    expect((await metered()).admissions).toMatchObject([{ model: "test", holdMicros: 0 }]);
  });
});

const TEXT = "This is a test.";
const usageOf = (api: Api) =>
  api === CHAT_API || api === COMPLETIONS_API
    ? { prompt_tokens: 9, completion_tokens: 4 }
    : { input_tokens: 9, output_tokens: 4 };

function body({ body: { stream: _, stream_options: __, ...fields } }: Api, model: string) {
  return { ...fields, model };
}

async function asTestKey(path: string, fields: object, headers: Record<string, string> = {}) {
  const customer = edge.newKey({ test: true });
  const response = await customer.send(path, { ...post(fields), headers });
  const shown = await response.text();
  const [settlement] = await customer.settled();
  expect(edge.upstream.received).toEqual([]);
  expect((await customer.metered()).admissions).toMatchObject([
    { holdMicros: 0, model: "test", endpoint: path },
  ]);
  expect((await customer.metered()).admissions[0]).not.toHaveProperty("priceListId");
  expect(settlement).toMatchObject({ ...FREE, statusCode: expect.any(Number) });
  expect(response.headers.has("x-latchkey-paid-by")).toBe(false);
  return { response, shown, settlement };
}

describe("a test key", () => {
  test.each(APIS)(
    "gets a made-up response of $name for any model, for free and from nobody else",
    async (api) => {
      const second = Math.floor(Date.now() / 1000);
      const { response, shown, settlement } = await asTestKey(api.path, body(api, "any"));
      const whole = JSON.parse(shown);
      const { object, type } = api.whole(1, 1);
      expect(whole).toMatchObject({ model: "any", usage: usageOf(api), ...(object ? { object } : { type }) });
      expect(shown).toContain(TEXT);
      // Anthropic's messages have no time.
      const { created = whole.created_at ?? second } = whole;
      expect(created).toBeGreaterThanOrEqual(second);
      expect(created).toBeLessThanOrEqual(Date.now() / 1000);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "x-latchkey-cost": "0.000000",
        "x-latchkey-balance": "4.900000",
        "content-type": "application/json",
        "x-ratelimit-remaining-requests": "99",
      });
      expect(settlement).toMatchObject({ statusCode: 200, outcome: 1 });
    },
  );

  test.each(APIS)("gets a stream of $name that has the same text and counts", async (api) => {
    const { response, shown, settlement } = await asTestKey(api.path, { ...api.body, model: "any" });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const events = eventsIn(shown);
    const last = api.closing(1, 1).at(-1) ?? "";
    expect(events.at(-1)?.name).toBe(eventsIn(last)[0]?.name);
    if (last === DONE) expect(shown.endsWith(DONE)).toBe(true);
    const [opening] = eventsIn(api.opening[0] ?? api.chunk(""));
    expect(events[0]?.name).toBe(opening?.name);
    for (const token of ["This", " is", " a", " test."]) expect(shown).toContain(JSON.stringify(token));
    expect(JSON.stringify(events.slice(-3))).toContain(JSON.stringify(usageOf(api)).slice(1, -1));
    expect(settlement).toMatchObject({ statusCode: 200, outcome: 1 });
  });

  test("gets no chunk of counts that it did not request", async () => {
    const { shown } = await asTestKey(CHAT, JSON.parse(chat({ model: "any", stream: true }).body));
    expect(shown).not.toContain("usage");
  });

  test.each([
    ["/v1/embeddings", { input: "Hello" }, { object: "list", usage: { prompt_tokens: 9 } }],
    ["/v1/moderations", { input: "Hello" }, { results: [{ flagged: false }] }],
    ["/v1/messages/count_tokens", { messages: [{ role: "user", content: "Hello" }] }, { input_tokens: 9 }],
  ])("gets a made-up response of %s", async (path, fields, expected) => {
    const { shown } = await asTestKey(path, { ...fields, model: "any" });
    expect(JSON.parse(shown)).toMatchObject(expected);
  });

  const SCENARIOS: [string, number, string, string | null][] = [
    ["402", 402, "insufficient_balance", null],
    ["429", 429, "rate_limit_exceeded", "1"],
    ["503", 503, "service_unavailable", "1"],
  ];

  test.each(SCENARIOS)(
    "gets the error %s by the name of a model or by a header",
    async (name, status, code, wait) => {
      const byModel = await asTestKey(CHAT, body(CHAT_API, `test-${name}`));
      const byHeader = await asTestKey(MESSAGES_API.path, body(MESSAGES_API, "any"), {
        "x-latchkey-test": name,
      });
      for (const { response, shown, settlement } of [byModel, byHeader]) {
        expect([response.status, JSON.parse(shown).error.code]).toEqual([status, code]);
        expect(response.headers.get("retry-after")).toBe(wait);
        expect(response.headers.get("x-should-retry")).toBe(wait === null ? "false" : null);
        expect(settlement).toMatchObject({ statusCode: status, outcome: 2 });
      }
      expect(JSON.parse(byHeader.shown)).toMatchObject({
        type: "error",
        request_id: byHeader.response.headers.get("request-id"),
      });
    },
  );

  test("gets an error once: a client's next attempt succeeds", async () => {
    const first = await asTestKey(CHAT, body(CHAT_API, "test-429-once"), { "x-stainless-retry-count": "0" });
    const second = await asTestKey(CHAT, body(CHAT_API, "test-429-once"), { "x-stainless-retry-count": "1" });
    expect([first.response.status, second.response.status]).toEqual([429, 200]);
  });

  test("gets the names of all scenarios when it requests an unknown one", async () => {
    const { response, shown, settlement } = await asTestKey(CHAT, body(CHAT_API, "test-418"));
    expect([response.status, JSON.parse(shown).error]).toMatchObject([
      400,
      { code: "invalid_request", param: "model", message: expect.stringContaining("429") },
    ]);
    expect(settlement).toMatchObject({ statusCode: 400, outcome: 2 });
  });

  test.each(APIS)("gets half of a response of $name that is broken", async (api) => {
    const whole = await asTestKey(api.path, body(api, "test-broken"));
    expect(whole.response.status).toBe(200);
    expect(() => JSON.parse(whole.shown)).toThrow();
    expect(whole.settlement).toMatchObject({ statusCode: 502, outcome: 2 });
    const stream = await asTestKey(api.path, { ...api.body, model: "test-broken" });
    const events = stream.shown.split("\n\n").map((event) => event.slice(event.indexOf("{")));
    expect(events).toHaveLength(4);
    for (const event of events.slice(0, 3)) expect(JSON.parse(event)).toBeTypeOf("object");
    expect(() => JSON.parse(events[3] ?? "")).toThrow();
  });

  test.each([
    ["an unknown field", CHAT, { unknown: 1 }, "unsupported_parameter"],
    ["no messages", CHAT, { messages: [] }, "invalid_request"],
    ["a tool that a provider would run", CHAT, { tools: [{ type: "web_search" }] }, "unsupported_parameter"],
  ])("is refused for what any key is refused for: %s", async (_what, path, more, code) => {
    const { send, metered } = edge.newKey({ test: true });
    const response = await send(path, post({ ...body(CHAT_API, "any"), ...more }));
    expect([response.status, (await errorOf(response)).code]).toEqual([400, code]);
    expect((await metered()).refusals).toMatchObject([{ code }]);
  });

  test("may use what costs extra: tiers, audio and images", async () => {
    const image = { type: "image_url", image_url: { url: "https://images.example/1.png" } };
    const more = {
      service_tier: "priority",
      modalities: ["text", "audio"],
      audio: { voice: "alloy", format: "wav" },
      messages: [{ role: "user", content: [image] }],
    };
    const { response } = await asTestKey(CHAT, { ...body(CHAT_API, "any"), ...more });
    expect(response.status).toBe(200);
  });
});
