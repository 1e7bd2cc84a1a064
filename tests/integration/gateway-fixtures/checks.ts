import { expect } from "vitest";
import { receiptCost } from "#core/domain/gateway/charging.ts";
import { OUTCOMES, type Outcome } from "#core/domain/gateway/outcomes.ts";
import { INPUT_KINDS, OUTPUT_KINDS } from "#core/domain/gateway/price-list.ts";
import { type FixtureEndpoint, streamOf } from "#tests/support/fixtures.ts";
import type { AdmitRequest, Settlement } from "#worker/gateway/metering.ts";
import { eventsIn } from "../gateway-http/apis.ts";
import { dollars } from "../gateway-http/edge.ts";
import { type Exchanged, fixturePrices } from "./exchanges.ts";
import { expectedEvents, splitCost } from "./expected.ts";
import { outputLimit, type PlainCounts, plainCounts } from "./plain-reading.ts";

export type Accepted = Exchanged & {
  admission: AdmitRequest;
  settlement: Settlement;
  forwarded: Record<string, unknown>;
};

const LIST = { id: 1, from: 0, models: new Map(fixturePrices().map((price) => [price.model, price])) };
const FREE: FixtureEndpoint[] = ["count-tokens", "moderations"];

export const isAccepted = (one: Exchanged): one is Accepted =>
  one.admission !== undefined && one.settlement !== undefined && one.forwarded !== null;

export function outcomeOf({ settlement }: Accepted): Outcome {
  const names = Object.keys(OUTCOMES) as Outcome[];
  return names.find((name) => OUTCOMES[name] === settlement.outcome) ?? "unknown";
}

interface ShownError {
  code: string;
  param: string | null;
  message: string;
}

export const errorIn = (json: string) => (JSON.parse(json) as { error: ShownError }).error;

/** A stream with line feeds alone, as the gateway writes it. */
const linesOf = (response: Exchanged["response"]) => streamOf(response)?.replaceAll("\r\n", "\n") ?? null;

/** The body, or the data of each event. */
const documentsOf = (response: Exchanged["response"]): unknown[] =>
  "body" in response ? [response.body] : eventsIn(linesOf(response) ?? "").map(({ data }) => data);

/** The response is the provider's, with the cost where the counts are. */
export function expectUnchanged(endpoint: FixtureEndpoint, one: Accepted): void {
  const { label, request, response, body, status, settlement } = one;
  const stream = linesOf(response);
  const events =
    stream === null ? documentsOf(response).map(unnamed) : expectedEvents(endpoint, request, stream);
  // Some providers report what the operator pays, in the field where the gateway puts the client's cost.
  const expected = events.map(({ name, data }) => ({ name, data: splitCost(data).document }));
  const got = stream === null ? [unnamed(JSON.parse(body))] : eventsIn(body);
  const split = got.map(({ name, data }) => ({ name, ...splitCost(data) }));
  expect.soft(status, label).toBe(response.status);
  expect
    .soft(
      split.map(({ name, document: data }) => ({ name, data })),
      label,
    )
    .toEqual(expected);
  const costs = split.map(({ cost }) => cost).filter((cost) => cost !== undefined);
  const isShown = events.some(({ data }) => hasCounts(endpoint, data)) && !FREE.includes(endpoint);
  const shown = isShown || costs.length > 0 ? [Number(dollars(settlement.costMicros))] : [];
  expect.soft(costs, label).toEqual(shown);
}

/** Where the cost can be added. */
const hasCounts = (endpoint: FixtureEndpoint, data: unknown) =>
  plainCounts(endpoint, [{ ...Object(data), x_groq: undefined }]) !== null;

const unnamed = (data: unknown) => ({ name: "", data });

/** What preceded the failure, and then an error that names neither the provider nor its reasons. */
export function expectFailure({ label, response, body }: Accepted): void {
  const stream = linesOf(response);
  if (stream === null) return void expect.soft(errorIn(body).message, label).toMatch(/./);
  const got = eventsIn(body);
  const last = got.pop();
  expect.soft(eventsIn(stream).slice(0, got.length), label).toEqual(got);
  expect.soft(JSON.stringify(last), label).toContain('"code":"upstream_error"');
}

/** The counts are those of the response, the cost is what the receipt's lines add up to, and the hold covers it. */
export function expectCharge(endpoint: FixtureEndpoint, one: Accepted): void {
  const { label, settlement, admission, request, response } = one;
  const { costMicros, priceLines = null, tokensIn, tokensCached, tokensOut, estimated } = settlement;
  const reported = plainCounts(endpoint, documentsOf(response));
  const charged = { tokensIn, tokensCached, tokensOut };
  expect.soft(costMicros, label).toBeLessThanOrEqual(admission.holdMicros);
  if (FREE.includes(endpoint) || outcomeOf(one) === "failed") {
    expect
      .soft({ ...charged, costMicros, priceLines }, label)
      .toEqual({ ...NOTHING, costMicros: 0, priceLines: null });
    return;
  }
  expect.soft(costMicros, label).toBe(receiptCost(LIST, admission.model ?? "", priceLines ?? ""));
  expect.soft(sumOf(priceLines, INPUT_KINDS), label).toBe(tokensIn);
  expect.soft(sumOf(priceLines, OUTPUT_KINDS), label).toBe(tokensOut);
  expect.soft(costMicros, label).toBeGreaterThan(0);
  if (reported === null) return void expect.soft(estimated, label).toBe(true);
  const within = Math.min(reported.tokensOut, outputLimit(request));
  const seen = estimated && outcomeOf(one) === "cut" ? Math.max(within, tokensOut) : within;
  expect.soft(charged, label).toEqual({ ...reported, tokensOut: seen });
}

const NOTHING: PlainCounts = { tokensIn: 0, tokensCached: 0, tokensOut: 0 };

function sumOf(priceLines: string | null, kinds: readonly string[]): number {
  const { lines } = JSON.parse(priceLines ?? "") as { lines: { dimension: string; quantity: number }[] };
  const own = lines.filter(({ dimension }) => kinds.includes(dimension));
  return own.reduce((sum, { quantity }) => sum + quantity, 0);
}
