import type { AnalyticsReading, EndpointRow, Sums } from "./analytics-reading.ts";
import type { AnalyticsWindow } from "./analytics-window.ts";
import { TOP_LIST_SIZE } from "./ranges.ts";
import { pointAt } from "./series-points.ts";
import { Tally } from "./tally.ts";
import { QUARTER_MS } from "./zone.ts";

/** The sums of each of the window's points, in order. */
export function pointSums({ points }: AnalyticsWindow, reading: AnalyticsReading): Sums[] {
  const sums = points.map(() => ({ requests: 0, errors: 0, responseTime: 0 }));
  const put = (point: number, more: Sums, weight: number) => {
    const target = sums[point];
    if (target) addTo(target, more, weight);
  };
  for (const share of reading.shares) put(share.point, share, 1);
  for (const edge of reading.edges) put(pointAt(points, edge.quarter * QUARTER_MS), edge, edge.weight);
  return sums;
}

function addTo(target: Sums, more: Sums, weight: number): void {
  target.requests += weight * more.requests;
  target.errors += weight * more.errors;
  target.responseTime += weight * more.responseTime;
}

export function total(parts: readonly Sums[]): Sums {
  const sum = { requests: 0, errors: 0, responseTime: 0 };
  for (const part of parts) addTo(sum, part, 1);
  return sum;
}

/** What the window cost, in micro-dollars. */
export function windowCost({ endpoints, edges }: AnalyticsReading): number {
  const covered = endpoints.reduce((sum, { cost }) => sum + cost, 0);
  return edges.reduce((sum, { weight, cost }) => sum + weight * cost, covered);
}

/** The sums of the window before. */
export function previousSums({ previous, edges }: AnalyticsReading): Sums & { cost: number } {
  const sums = { ...previous };
  for (const { previousWeight, ...edge } of edges) {
    addTo(sums, edge, previousWeight);
    sums.cost += previousWeight * edge.cost;
  }
  return sums;
}

/** Mean milliseconds; 0 without requests. */
export const meanTime = ({ requests, responseTime }: Pick<Sums, "requests" | "responseTime">) =>
  requests === 0 ? 0 : responseTime / requests;

/** Percent of requests that failed; 0 without requests. */
export const errorRate = ({ requests, errors }: Sums) => (requests === 0 ? 0 : (100 * errors) / requests);

/** Latency bins and error codes of the window; null for a single endpoint. */
export function windowTally(reading: AnalyticsReading): Tally | null {
  if (reading.tally === null) return null;
  const tally = new Tally().add(reading.tally);
  for (const edge of reading.edges) tally.add(edge.tally, edge.weight);
  return tally;
}

/** The busiest endpoints, most requests first, equal ones by path (spec section 9: at most five). */
export function topEndpoints(reading: AnalyticsReading) {
  const byId = new Map<number, Omit<EndpointRow, "cost">>();
  const put = (row: Omit<EndpointRow, "cost">, weight: number) => {
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
