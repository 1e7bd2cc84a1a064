import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { findEndpoint } from "#core/domain/gateway/endpoints/find-endpoint.ts";
import { parseJsonBody } from "#core/domain/gateway/endpoints/json-body.ts";
import type { ModelPrice } from "#core/domain/gateway/price-list.ts";
import { priceRequest } from "#core/domain/gateway/request-price.ts";
import { APIS, type Api, eventsIn } from "#tests/integration/gateway-http/apis.ts";
import { MODEL } from "#tests/integration/gateway-http/edge.ts";
import { MeterDouble } from "#tests/integration/gateway-http/meter-double.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { runs } from "#tests/support/tier.ts";
import { outputTokensOf } from "#tests/support/tokens.ts";
import { createGateway } from "#worker/gateway/create-gateway.ts";
import type { Exchange } from "#worker/gateway/exchange.ts";
import { GatewayCall, type GatewayScope } from "#worker/gateway/gateway-call.ts";
import type { Admitted } from "#worker/gateway/metering.ts";
import { relayEvents } from "#worker/gateway/stream-relay.ts";

// workerd's own; a byte stream without any change.
beforeAll(() => void vi.stubGlobal("IdentityTransformStream", TransformStream));
afterAll(() => void vi.unstubAllGlobals());

const encoder = new TextEncoder();
const RUNS = { numRuns: runs(2_000) };
const ADMITTED: Admitted = {
  admitted: true,
  keyId: 1,
  covered: false,
  balanceMicros: 1,
  limit: 100,
  remaining: 99,
  resetMs: 600,
  page: null,
};

function exchangeOf(api: Api, meter: MeterDouble, { body, price }: { body: object; price: ModelPrice }) {
  const endpoint = findEndpoint("POST", api.path.slice("/v1".length));
  if (endpoint === null) throw new Error(`${api.path} is not offered.`);
  const bytes = encoder.encode(JSON.stringify(body));
  const read = endpoint.readRequest(parseJsonBody(bytes), {
    modelOf: () => price,
    unknownFields: "refuse",
    pseudonym: null,
    cacheScope: "a",
    files: [],
    dropped: () => {},
    headers: new Headers(),
  });
  const priced = priceRequest({
    price,
    listId: 1,
    facts: read.facts,
    bodyBytes: bytes.length,
    textTokens: () => bytes.length / 4,
    free: false,
  });
  const gateway = createGateway({
    meterOf: () => meter,
    prices: { get: () => Promise.reject(new Error("The price is known.")) },
    upstream: { url: "http://upstream.test/v1", apiKey: null },
  });
  const scope: GatewayScope = {
    gateway,
    clock: { now: Date.now },
    limits: noLimits,
    keySecrets: { pepper: new Uint8Array(), sealing: new Uint8Array() },
    contextOf: () => {
      throw new Error("A stream needs no context.");
    },
  };
  const call = new GatewayCall(scope, {
    request: new Request("http://latchkey.test/v1"),
    target: { path: "/chat/completions", query: "" },
    requestId: "r1",
    execution: { waitUntil: () => {} },
  });
  const exchange: Exchange = {
    call,
    admitted: ADMITTED,
    meterName: "m",
    meter,
    endpoint,
    priced,
    stream: true,
    startedAt: Date.now(),
    firstByteAt: Date.now(),
    visibleAt: null,
    silentMs: 0,
    providerSpan: null,
  };
  return { endpoint, priced, exchange, hideUsage: read.hideUsage };
}

/** Relays a provider's chunks, each after a pause, which end or break. */
async function relayed(
  api: Api,
  chunks: readonly Uint8Array[],
  { body = api.body as object, breaks = false, price = MODEL as ModelPrice, pauses = [] as number[] } = {},
) {
  const meter = new MeterDouble();
  let seen = "";
  let seenBefore = "";
  meter.settle = async (settlements) => {
    meter.settlements.push(...settlements);
    seenBefore = seen;
    return 1;
  };
  const { endpoint, exchange, hideUsage, priced } = exchangeOf(api, meter, { body, price });
  const left = [...chunks];
  const provider = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (pauses.length > 0) vi.setSystemTime(Date.now() + (pauses.shift() ?? 0));
      const chunk = left.shift();
      if (chunk !== undefined) controller.enqueue(chunk);
      else if (breaks) controller.error(new Error("The connection broke."));
      else controller.close();
    },
  });
  const source = { reader: provider.getReader(), endpoint, hideUsage, status: 200 };
  const response = relayEvents(exchange, source);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) seen += read.value;
  // A client may end an event with each empty line, and read the data of each event as JSON.
  for (const event of seen.split("\n\n").slice(0, -1)) expect(event).toMatch(/^data: [{[]/m);
  return { shown: eventsIn(seen), before: eventsIn(seenBefore), settlements: meter.settlements, priced };
}

/** Texts with everything in them that could be taken for counts, an end, or the border of an event. */
const nasty = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("[DONE]", "\n\n", "\r", "\u2028", "\u2029", "\u0085", "\uFEFF", "日本🔑", ": x", "\0"),
  fc.constantFrom(
    "data: [DONE]\n\n",
    '"usage":{"prompt_tokens":1}',
    "event: error\ndata: {}\n\n",
    "message_stop",
  ),
);
/** Where bytes may be cut: many places, often next to each other, each taken modulo the length. */
const cuts = fc.oneof(
  fc.array(fc.nat(10_000), { maxLength: 12 }),
  fc.tuple(fc.nat(10_000), fc.nat(40)).map(([at, n]) => Array.from({ length: n }, (_, i) => at + i)),
);

function cutAt(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const places = [...new Set(at.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, i) => bytes.slice(from, places[i] ?? bytes.length));
}

const api = fc.constantFrom(...APIS);
const lineEnd = fc.constantFrom("\n", "\r\n", "\r");
const between = fc.constantFrom(
  "",
  "",
  ": alive\n\n",
  "id: 7\nretry: 5\n\n",
  "unknown: field\n\n",
  "data:\n\n",
  "data: : keepalive\n\n",
  "event: ping\ndata:\n\n",
  ":\n\n:\n\ndata: \n\n",
);
const stream = fc.record({ api, texts: fc.array(nasty, { minLength: 1, maxLength: 5 }), lineEnd, between });
const eventsOf = ({ api: of, texts }: { api: Api; texts: string[] }) => [
  ...of.opening,
  ...of.begin,
  ...texts.map(of.chunk),
  ...of.closing(9, 2),
];
const written = (
  list: readonly string[],
  { lineEnd: end, between: inserted }: { lineEnd: string; between: string },
) => list.join(inserted).replaceAll("\n", end);

const COST = 9 * 2 + 2 * 8 + 5;
const withoutCost = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replace(/,"cost":[\d.]+/, ""));

describe("the events of a stream", () => {
  it("are the same however it is written and cut, and only its counts gain the cost", async () => {
    await fc.assert(
      fc.asyncProperty(stream, cuts, fc.boolean(), async (made, at, lacksEnd) => {
        const list = eventsOf(made);
        const whole = written(list, made);
        const bytes = encoder.encode(lacksEnd ? whole.trimEnd() : whole);
        const { shown, before, settlements } = await relayed(made.api, cutAt(bytes, at));
        expect(withoutCost(shown)).toEqual(eventsIn(list.join("")));
        expect(JSON.stringify(shown).match(/"cost":[\d.]+/g)).toEqual([`"cost":${COST / 1e6}`]);
        expect(before.length, "events before the settlement").toBeLessThan(shown.length);
        expect(settlements).toMatchObject([{ statusCode: 200, outcome: 1, costMicros: COST }]);
      }),
      RUNS,
    );
  });

  it("lack the counts that the client did not request, and are charged all the same", async () => {
    const uncounted = fc.constantFrom(...APIS.filter(({ body }) => "stream_options" in body));
    await fc.assert(
      fc.asyncProperty(stream, uncounted, cuts, async (made, of, at) => {
        const list = eventsOf({ ...made, api: of });
        const { stream_options: _, ...body } = of.body;
        const chunks = cutAt(encoder.encode(written(list, made)), at);
        const { shown, settlements } = await relayed(of, chunks, { body });
        expect(shown).toEqual(eventsIn(list.filter((event) => !event.includes('"usage":{"prompt')).join("")));
        expect(settlements).toMatchObject([{ outcome: 1, costMicros: COST }]);
      }),
      RUNS,
    );
  });

  it("that break at any byte are some of its events and an error, settled once and within the hold", async () => {
    await fc.assert(
      fc.asyncProperty(stream, cuts, fc.nat(100_000), fc.boolean(), async (made, at, length, breaks) => {
        const list = eventsOf(made);
        const whole = encoder.encode(written(list, made));
        const bytes = whole.slice(0, length % (whole.length + 1));
        const { shown, settlements, priced } = await relayed(made.api, cutAt(bytes, at), { breaks });
        expect(settlements).toHaveLength(1);
        const [{ outcome, costMicros, statusCode } = { outcome: 0, costMicros: -1, statusCode: 0 }] =
          settlements;
        expect(costMicros).toBeLessThanOrEqual(priced.holdMicros);
        const events = eventsIn(list.join(""));
        if (outcome === 1) {
          // Some servers close the connection in place of the last event.
          const complete = breaks ? [events] : [events, events.slice(0, -1)];
          expect(complete).toContainEqual(withoutCost(shown));
          return;
        }
        expect(events.slice(0, shown.length - 1)).toEqual(shown.slice(0, -1));
        expect(JSON.stringify(shown.at(-1))).toContain('"code":"upstream_error"');
        expect([statusCode, outcome]).toEqual([502, costMicros === 0 ? 2 : 4]);
      }),
      RUNS,
    );
  });
});

describe("output that the client can't see", () => {
  const price = { ...MODEL, reasoning: true, hiddenTokensPerSecond: 5 };

  it.each(APIS)("is estimated for all silences of $name, whatever was counted before them", async (api) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-05-04T12:00:00Z") });
    onTestFinished(() => void vi.useRealTimers());
    const begun = [...api.opening, ...api.begin].join("");
    const four = api.chunk("four");
    const chunks = [begun, four, four, four];
    // Words come without longer pauses, and the last silence ends with the connection.
    const written = outputTokensOf("four".repeat(3));
    const pauses = [0, 1_000, 3_000, 200, 4_000];
    const { settlements } = await relayed(
      api,
      chunks.map((text) => encoder.encode(text)),
      { price, pauses, breaks: true },
    );
    expect(settlements).toMatchObject([
      { estimated: true, tokensOut: written + 8 * price.hiddenTokensPerSecond },
    ]);
  });
});
