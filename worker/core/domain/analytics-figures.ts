import { type AnalyticsWindow, type Kept, PREVIOUS } from "./analytics-window.ts";
import { TOP_LIST_SIZE } from "./ranges.ts";
import { pointAt } from "./series-points.ts";
import { Tally } from "./tally.ts";
import { QUARTER_MS } from "./time.ts";

/** One snapshot, read for an analytics response. */
export interface AnalyticsReading {
  paths: Record<string, string>;
  kept: Kept;
  /** Sums of whole and half hours by point, and of the parts of hours that only raw rows can give. */
  shares: ShareRow[];
  /** Tallies of the buckets that the window touches; null for a single endpoint or model. */
  tallies: string[] | null;
  endpoints: EndpointRow[];
  /** Raw rows by which whole hours differ from the windows, and rows not rolled up yet. */
  edges: EdgeRow[];
}

const SUM_NAMES = [
  "requests",
  "errors",
  "responseTime",
  "cost",
  "billed",
  "tokensIn",
  "tokensCached",
  "tokensOut",
] as const;
/**
 * `responseTime` (ms) and `cost` (micro-dollars) are sums too. `billed` is the part of the cost
 * that the balance paid; it means nothing for a single endpoint or model, whose buckets have none. Tokens are 0 for a
 * single endpoint for the same reason.
 */
export type Sums = Record<(typeof SUM_NAMES)[number], number>;

export interface EndpointRow extends Pick<Sums, "requests" | "responseTime"> {
  endpointId: number;
}

interface EdgeRow extends Sums, EndpointRow {
  /** 1 to add, -1 to subtract, 0 to ignore. */
  weight: number;
  previousWeight: number;
  quarter: number;
  tally: string;
}

interface ShareRow extends Sums {
  point: number;
}

export const noSums = (): Sums => ({
  requests: 0,
  errors: 0,
  responseTime: 0,
  cost: 0,
  billed: 0,
  tokensIn: 0,
  tokensCached: 0,
  tokensOut: 0,
});

export function pointSums({ points }: AnalyticsWindow, reading: AnalyticsReading): Sums[] {
  const sums = points.map(noSums);
  const put = (point: number, more: Sums, weight: number) => {
    const target = sums[point];
    if (target) addTo(target, more, weight);
  };
  for (const share of reading.shares) put(share.point, share, 1);
  for (const edge of reading.edges) put(pointAt(points, edge.quarter * QUARTER_MS), edge, edge.weight);
  return sums;
}

function addTo(target: Sums, more: Sums, weight: number): void {
  for (const name of SUM_NAMES) target[name] += weight * more[name];
}

export function total(parts: readonly Sums[]): Sums {
  const sum = noSums();
  for (const part of parts) addTo(sum, part, 1);
  return sum;
}

export function previousSums({ shares, edges }: AnalyticsReading): Sums {
  const sums = total(shares.filter(({ point }) => point === PREVIOUS));
  for (const edge of edges) addTo(sums, edge, edge.previousWeight);
  return sums;
}

/** Mean milliseconds; 0 without requests. */
export const meanTime = ({ requests, responseTime }: Pick<Sums, "requests" | "responseTime">) =>
  requests === 0 ? 0 : responseTime / requests;

/** Percent of requests that failed; 0 without requests. */
export const errorRate = ({ requests, errors }: Pick<Sums, "requests" | "errors">) =>
  requests === 0 ? 0 : (100 * errors) / requests;

export function windowTally(reading: AnalyticsReading): Tally | null {
  if (reading.tallies === null) return null;
  const tally = new Tally();
  for (const text of reading.tallies) tally.add(text);
  for (const edge of reading.edges) tally.add(edge.tally, edge.weight);
  return tally;
}

/** The busiest endpoints, most requests first, then by path (spec section 9: at most five). */
export function topEndpoints(reading: AnalyticsReading) {
  const byId = new Map<number, EndpointRow>();
  const put = (row: EndpointRow, weight: number) => {
    const sum = byId.get(row.endpointId) ?? { endpointId: row.endpointId, requests: 0, responseTime: 0 };
    sum.requests += weight * row.requests;
    sum.responseTime += weight * row.responseTime;
    byId.set(row.endpointId, sum);
  };
  for (const row of reading.endpoints) put(row, 1);
  for (const edge of reading.edges) put(edge, edge.weight);
  return [...byId.values()]
    .filter(({ requests }) => requests > 0)
    .map((row) => ({ ...row, endpoint: reading.paths[row.endpointId] ?? String(row.endpointId) }))
    .sort((a, b) => b.requests - a.requests || (a.endpoint < b.endpoint ? -1 : 1))
    .slice(0, TOP_LIST_SIZE);
}

interface Share {
  requests: number;
  cost: number;
}

interface KeyShare extends Share {
  name: string | null;
  publicId: string | null;
}

/** Most expensive first, then most requests, then by name and id; unknown keys last. */
export const byKeyExpense = (a: KeyShare, b: KeyShare) =>
  byExpense(a, b) || byText(a.name, b.name) || byText(a.publicId, b.publicId);

export const byEndpointExpense = (a: Share & { endpoint: string }, b: Share & { endpoint: string }) =>
  byExpense(a, b) || byText(a.endpoint, b.endpoint);

/** Requests without a model last. */
export const byModelExpense = (a: Share & { model: string | null }, b: Share & { model: string | null }) =>
  byExpense(a, b) || byText(a.model, b.model);

const byExpense = (a: Share, b: Share) => b.cost - a.cost || b.requests - a.requests;

/** By code units, so that every machine sorts the same way. */
function byText(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null || a < b ? -1 : 1;
}
