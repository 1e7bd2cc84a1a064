import type { ModelPrice } from "#core/domain/gateway/price-list.ts";
import {
  FIXTURE_ENDPOINTS,
  type Fixture,
  type FixtureEndpoint,
  fixturesOf,
  streamOf,
} from "#tests/support/fixtures.ts";
import type { AdmitRequest, Settlement } from "#worker/gateway/metering.ts";
import { type Edge, MODEL, startEdge } from "../gateway-http/edge.ts";
import { json, type Script, text } from "../gateway-http/scripted-upstream.ts";

type Json = Record<string, unknown>;
/** A fixture's request, sent through the gateway to a provider with the fixture's response. */
export interface Exchanged {
  /** The endpoint and the fixture's line. */
  label: string;
  request: Json;
  response: Fixture["response"];
  status: number;
  /** Body of the response, as the client got it. */
  body: string;
  /** The body that the provider got; null when it got no request. */
  forwarded: Json | null;
  admission: AdmitRequest | undefined;
  settlement: Settlement | undefined;
  /** Counted by the account's object. */
  refusal: string | undefined;
}

export const ENDPOINTS = Object.keys(FIXTURE_ENDPOINTS) as FixtureEndpoint[];

/** Each kind of token has a rate of its own, and each listed tier a multiplier. */
const PRICE: Omit<ModelPrice, "model" | "reasoning"> = {
  ...MODEL,
  rates: {
    input: 2_000_000,
    cached_input: 300_000,
    cache_write_5m: 2_500_000,
    cache_write_1h: 4_000_000,
    audio_input: 7_000_000,
    cached_audio_input: 900_000,
    image_input: 3_000_000,
    output: 8_000_000,
    audio_output: 60_000_000,
  },
  steps: [],
  fees: {},
  tiers: { flex: 500, priority: 2000, fast: 6000 },
  contextTokens: 2_000_000,
  maxOutputTokens: 128_000,
  // Some counts have nothing to do with the request.
  overheadTokens: 1_000_000,
  toolOverheadTokens: 1_000,
  imageTokens: 2_000,
  audioSecondTokens: 50,
  pageTokens: 4_000,
};
const REASONING = /^(o\d|gpt-5)/;

export const isReasoning = (model: string) => REASONING.test(model);

/** Prices of all models in the fixtures. */
export function fixturePrices(): ModelPrice[] {
  const requests = ENDPOINTS.flatMap((endpoint) => fixturesOf(endpoint).map(({ request }) => request));
  const named = requests.map((request) => request.model).filter((model) => typeof model === "string");
  const models = [...new Set([...named, "omni-moderation-latest"])];
  return models.map((model) => ({ ...PRICE, model, reasoning: isReasoning(model) }));
}

/** Sends all fixtures' requests: one after another of an endpoint, all endpoints at the same time. */
export async function exchangeAll(): Promise<Map<FixtureEndpoint, Exchanged[]>> {
  const edge = await startEdge({ prices: fixturePrices() });
  const lanes = new Map<string, Script>();
  edge.upstream.respondWith((response, request) => lanes.get(request.path)?.(response, request));
  try {
    const exchanged = ENDPOINTS.map(async (endpoint) => {
      const lane = (script: Script) => void lanes.set(`/base${FIXTURE_ENDPOINTS[endpoint]}`, script);
      return [endpoint, await exchangeOf(edge, endpoint, lane)] as const;
    });
    return new Map(await Promise.all(exchanged));
  } finally {
    await edge.stop();
  }
}

interface Sent extends Omit<Exchanged, "admission" | "settlement" | "refusal"> {
  requestId: string;
}

async function exchangeOf(
  edge: Edge,
  endpoint: FixtureEndpoint,
  respondWith: (script: Script) => void,
): Promise<Exchanged[]> {
  const { send, metered } = edge.newKey();
  const sent: Sent[] = [];
  for (const [at, { request, response }] of fixturesOf(endpoint).entries()) {
    let forwarded: Json | null = null;
    respondWith((to, received) => {
      forwarded = JSON.parse(received.body.toString());
      scriptOf(response)(to, received);
    });
    const got = await send(FIXTURE_ENDPOINTS[endpoint], { method: "POST", body: JSON.stringify(request) });
    const body = await got.text();
    const label = `${endpoint} ${at + 1}`;
    const requestId = got.headers.get("x-request-id") ?? "";
    sent.push({ label, request, response, status: got.status, body, forwarded, requestId });
  }
  const { admissions, settlements, refusals } = await metered();
  const own = <Row extends { requestId: string }>(rows: readonly Row[], id: string) =>
    rows.find(({ requestId }) => requestId === id);
  return sent.map(({ requestId, ...one }) => ({
    ...one,
    admission: own(admissions, requestId),
    settlement: own(settlements, requestId),
    refusal: own(refusals, requestId)?.code,
  }));
}

function scriptOf(response: Fixture["response"]): Script {
  const stream = streamOf(response);
  if (stream !== null) return text(stream, response.status, { "content-type": "text/event-stream" });
  return json("body" in response ? response.body : null, response.status);
}
