import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inputTokensOf, outputTokensOf } from "#tests/support/tokens.ts";
import {
  APIS,
  type Api,
  CHAT_API,
  COMPLETIONS_API,
  DONE,
  data,
  eventsIn,
  MESSAGES_API,
  post,
  RESPONSES_API,
} from "./gateway-http/apis.ts";
import { CHAT, chat, costOf, dollars, type Edge, MODEL, startEdge } from "./gateway-http/edge.ts";
import { events, json, liveResponse, type Script, text } from "./gateway-http/scripted-upstream.ts";

const REASONING = { ...MODEL, model: "demo-reasoning", reasoning: true, hiddenTokensPerSecond: 1_000 };
let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ prices: [MODEL, REASONING] });
});
afterAll(() => edge.stop());

/** Stored figures of a request that cost nothing. */
const FREE = {
  costMicros: 0,
  tokensIn: 0,
  tokensOut: 0,
  tokensCached: 0,
  priceLines: null,
  estimated: false,
};

function linesOf(priceLines: string | null | undefined) {
  const bill: { tier: string; lines: { dimension: string; quantity: number }[] } = JSON.parse(
    priceLines ?? "",
  );
  return [bill.tier, Object.fromEntries(bill.lines.map(({ dimension, quantity }) => [dimension, quantity]))];
}

const fieldsOf = ({ body: { stream: _, stream_options: __, ...fields } }: Api) => fields;

/** Time is what is charged for. */
async function elapse(ms: number): Promise<void> {
  for (const began = Date.now(); Date.now() - began < ms; ) await new Promise((later) => setImmediate(later));
}

async function settledWhole(path: string, body: object, response: object) {
  const customer = edge.newKey();
  edge.upstream.respondWith(json(response));
  const shown = await customer.send(path, post(body));
  expect(shown.status).toBe(200);
  const [settlement] = await customer.settled();
  expect(shown.headers.get("x-latchkey-cost")).toBe(dollars(settlement?.costMicros ?? -1));
  return { settlement, shown: await shown.json(), ...(await customer.metered()) };
}

const USAGE = { prompt_tokens: 3, total_tokens: 3 };
const EMBEDDED = { object: "list", data: [{ embedding: [1] }], usage: USAGE };
const TEXT = { model: MODEL.model, input: "Hello" };
const HELLO = outputTokensOf("Hello");

describe("a whole response", () => {
  test.each(APIS)("of $name is charged by its usage", async (api) => {
    const { settlement, shown } = await settledWhole(api.path, fieldsOf(api), api.whole(9, 4));
    expect(settlement).toMatchObject({
      statusCode: 200,
      outcome: 1,
      estimated: false,
      costMicros: costOf(9, 4),
      tokensIn: 9,
      tokensOut: 4,
      tokensCached: 0,
    });
    expect(linesOf(settlement?.priceLines)).toEqual(["default", { input: 9, output: 4, request: 1 }]);
    const { firstByteMs, responseTimeMs = -1 } = settlement ?? {};
    expect(firstByteMs).toBeGreaterThanOrEqual(0);
    expect(firstByteMs).toBeLessThanOrEqual(responseTimeMs);
    expect(shown).toMatchObject({ usage: { cost: costOf(9, 4) / 1e6 } });
  });

  test("of embeddings is charged by its input", async () => {
    const { settlement } = await settledWhole("/v1/embeddings", TEXT, EMBEDDED);
    expect(settlement).toMatchObject({ outcome: 1, costMicros: costOf(3, 0), tokensIn: 3, tokensOut: 0 });
  });

  test.each([
    ["moderations", "/v1/moderations", TEXT, { results: [{ flagged: false }], usage: USAGE }],
    [
      "a count of tokens",
      "/v1/messages/count_tokens",
      { model: MODEL.model, messages: [{ role: "user", content: "Hello" }] },
      { input_tokens: 12 },
    ],
  ])("of %s is free, and holds nothing", async (_what, path, body, response) => {
    const { settlement, shown, admissions } = await settledWhole(path, body, response);
    expect(settlement).toMatchObject({ ...FREE, statusCode: 200, outcome: 1 });
    expect(admissions).toMatchObject([{ holdMicros: 0, endpoint: path, model: MODEL.model }]);
    expect(shown).toEqual(response);
  });

  test("is charged for cached tokens, in the tier that it reports, each by its own price", async () => {
    const usage = { prompt_tokens: 9, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 6 } };
    const { settlement } = await settledWhole(
      CHAT,
      { ...fieldsOf(CHAT_API), service_tier: "flex" },
      { ...CHAT_API.whole(9, 4), usage, service_tier: "flex" },
    );
    expect(linesOf(settlement?.priceLines)).toEqual([
      "flex",
      { input: 3, cached_input: 6, output: 4, request: 1 },
    ]);
    expect(settlement).toMatchObject({
      costMicros: (3 * 2 + 6 + 4 * 8) / 2 + 5,
      tokensIn: 9,
      tokensCached: 6,
    });
  });

  test("that reports more than was held costs what was held, and is in the operator's log", async () => {
    const { settlement, admissions } = await settledWhole(CHAT, fieldsOf(CHAT_API), CHAT_API.whole(1e9, 1e9));
    const bytes = edge.upstream.received[0]?.body.length ?? 0;
    expect(settlement).toMatchObject({ tokensIn: bytes, tokensOut: MODEL.maxOutputTokens, estimated: false });
    expect(settlement?.costMicros).toBe(admissions[0]?.holdMicros);
    const line = edge.logs.find(
      (one) => one.includes(String(settlement?.requestId)) && one.includes("usage_above_hold"),
    );
    expect(JSON.parse(line ?? "{}")).toMatchObject({
      event: "usage_above_hold",
      model: MODEL.model,
      reported: { tokens: { input: 1e9, output: 1e9 } },
    });
  });

  test.each(APIS)("of $name without a usage is charged by an estimate", async (api) => {
    const { usage: _, ...whole } = api.whole(9, 4);
    const { settlement, shown } = await settledWhole(api.path, fieldsOf(api), whole);
    const tokensIn = inputTokensOf(edge.upstream.received[0]?.body);
    expect(settlement).toMatchObject({
      statusCode: 200,
      outcome: 6,
      estimated: true,
      tokensIn,
      tokensOut: HELLO,
      costMicros: costOf(tokensIn, HELLO),
    });
    expect(shown).toEqual(whole);
  });

  test("without a usage is charged for the time that a model spent on reasoning", async () => {
    const customer = edge.newKey();
    const provider = liveResponse({ "content-type": "application/json" });
    edge.upstream.respondWith(provider.script);
    const body = { ...fieldsOf(CHAT_API), model: REASONING.model };
    const response = customer.send(CHAT, post(body));
    const writer = await provider.started;
    await elapse(30);
    writer.end(JSON.stringify({ choices: [{ message: { content: "Hello" } }] }));
    await (await response).text();
    const [settlement] = await customer.settled();
    expect(settlement).toMatchObject({ outcome: 6, estimated: true });
    // A token for each of its milliseconds, and those of its text.
    expect(settlement?.tokensOut).toBeGreaterThanOrEqual(30 + HELLO);
    expect(settlement?.tokensOut).toBeLessThanOrEqual(REASONING.maxOutputTokens);
  });
});

async function streamed(api: Api, script: Script, body: object = api.body) {
  const customer = edge.newKey();
  edge.upstream.respondWith(script);
  const response = await customer.send(api.path, post(body));
  const shown = await response.text();
  const [settlement] = await customer.settled();
  const tokensIn = inputTokensOf(edge.upstream.received[0]?.body);
  return { response, shown: eventsIn(shown), settlement, tokensIn };
}

const MESSAGE = "The model could not be reached, or its response was cut short.";
/** The event with which a stream reports that the provider failed. */
function errorEventOf(api: Api, requestId: string | null, sequence_number: number) {
  const error = { type: "api_error", message: MESSAGE, code: "upstream_error", param: null };
  if (api === MESSAGES_API) return { name: "error", data: { type: "error", error, request_id: requestId } };
  if (api !== RESPONSES_API) return { name: "", data: { error } };
  const { type: _, ...outer } = error;
  return { name: "error", data: { type: "error", ...outer, sequence_number, error } };
}
const oversized = (api: Api) => api.chunk("x".repeat(9 * 1024 * 1024));

describe.each(APIS)("a stream of $name", (api) => {
  const FAILURES: [string, Script][] = [
    ["an error alone", events([api.failure])],
    ["an error after its opening", events([...api.opening, api.failure])],
    ["an error whose connection stays open", events([...api.opening, api.failure], { end: "hang" })],
    ["nothing", events([])],
    ["comments alone", events([": alive\n\n", ": alive\n\n"])],
    ["only its opening", events(api.opening)],
    ["a connection that breaks before any content", events(api.opening, { end: "cut" })],
    ["a page", text("<html>Bad gateway</html>", 200, { "content-type": "text/event-stream" })],
    ["an event that is too long", events([oversized(api)])],
  ];

  test.each(FAILURES)(
    "with %s has failed: it is free, and ends with an error in its own form",
    async (_what, script) => {
      const { response, shown, settlement } = await streamed(api, script);
      expect(response.status).toBe(200);
      const before = shown.slice(0, -1);
      expect(eventsIn(api.opening.join("")).slice(0, before.length)).toEqual(before);
      expect(shown.at(-1)).toEqual(errorEventOf(api, response.headers.get("request-id"), before.length));
      expect(settlement).toMatchObject({ ...FREE, statusCode: 502, outcome: 2 });
    },
  );

  const begun = [...api.opening, ...api.begin, api.chunk("Hello")];
  const CUTS: [string, Script][] = [
    ["an error after content", events([...begun, api.failure])],
    ["an error and then more", events([...begun, api.failure, api.chunk("more"), ...api.closing(9, 99)])],
    ["a connection that breaks after content", events(begun, { end: "cut" })],
    ["content and no end", events(begun)],
    ["content and half an event", events([...begun, api.chunk("more").slice(0, -10)])],
    ["content and an event that is too long", events([...begun, oversized(api)])],
  ];

  test.each(CUTS)("with %s was cut: what was seen is charged", async (_what, script) => {
    const { response, shown, settlement, tokensIn } = await streamed(api, script);
    const before = shown.slice(0, -1);
    expect(before).toEqual(eventsIn(begun.join("")));
    expect(shown.at(-1)).toEqual(errorEventOf(api, response.headers.get("request-id"), before.length));
    // Anthropic's streams count the input at their beginning.
    const input = api === MESSAGES_API ? 9 : tokensIn;
    expect(settlement).toMatchObject({
      statusCode: 502,
      outcome: 4,
      estimated: true,
      tokensIn: input,
      tokensOut: HELLO,
      costMicros: costOf(input, HELLO),
    });
    expect(JSON.stringify(shown)).not.toMatch(/operators|10\.0\.0\.7|usage":\{[^}]*cost/);
  });
});

test.each([
  [CHAT_API, DONE],
  [COMPLETIONS_API, DONE],
  [
    RESPONSES_API,
    RESPONSES_API.closing(9, 2)
      .join("")
      .replace(/"usage":\{[^}]*\}/, '"usage":null'),
  ],
])("a stream of $name without counts is charged by an estimate", async (api, end) => {
  const list = [...api.opening, ...api.begin, api.chunk("Hello"), end];
  const { shown, settlement, tokensIn } = await streamed(api, events(list));
  expect(shown).toEqual(eventsIn(list.join("")));
  expect(settlement).toMatchObject({
    statusCode: 200,
    outcome: 6,
    estimated: true,
    tokensIn,
    tokensOut: HELLO,
    costMicros: costOf(tokensIn, HELLO),
  });
});

test("a stream that breaks is charged by its last counts, but not for less than was seen", async () => {
  const counted = (prompt_tokens: number, completion_tokens: number) =>
    data({ choices: [{ delta: { content: "eight ch" } }], usage: { prompt_tokens, completion_tokens } });
  const more = await streamed(CHAT_API, events([counted(7, 30), CHAT_API.chunk("more")], { end: "cut" }));
  expect(more.settlement).toMatchObject({ outcome: 4, estimated: false, costMicros: costOf(7, 30) });
  const seen = outputTokensOf("eight ch", "eight ch");
  const less = await streamed(CHAT_API, events([counted(7, 1), CHAT_API.chunk("eight ch")], { end: "cut" }));
  expect(less.settlement).toMatchObject({ outcome: 4, estimated: true, costMicros: costOf(7, seen) });
});

test("a stream of a reasoning model that breaks is charged for the time before its first text", async () => {
  const customer = edge.newKey();
  const provider = liveResponse();
  edge.upstream.respondWith(provider.script);
  const response = customer.send(CHAT, post({ ...CHAT_API.body, model: REASONING.model }));
  const writer = await provider.started;
  await elapse(30);
  writer.write(CHAT_API.chunk("Hello"), () => writer.destroy());
  await (await response).text();
  const [settlement] = await customer.settled();
  expect(settlement).toMatchObject({ outcome: 4, estimated: true });
  expect(settlement?.tokensOut).toBeGreaterThanOrEqual(30 + HELLO);
});

test("each request is settled once, however many end at the same time", async () => {
  const { send, settled, metered } = edge.newKey();
  edge.upstream.respondWith(json(COMPLETIONS_API.whole(1, 1)));
  await Promise.all(Array.from({ length: 30 }, async () => (await send(CHAT, chat())).text()));
  const settlements = await settled(30);
  const { admitted } = await metered();
  expect(settlements.map(({ requestId }) => requestId).sort()).toEqual(admitted.sort());
});
