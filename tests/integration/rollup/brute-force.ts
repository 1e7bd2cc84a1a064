import { expect } from "vitest";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { RANGE_MS, type Range } from "#core/domain/ranges.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";

/**
 * A second, naive implementation of the specification: scan all rows. It shares no code with the one under
 * test.
 */
export interface Question {
  range: Range;
  tz: string;
  now: number;
  /** Null: all keys. */
  keyId: number | null;
  /** Null: all endpoints. */
  endpoint: string | null;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-05-28 18:30:00` on the zone's clocks. */
function wallTime(tz: string, t: number): string {
  let format = formats.get(tz);
  if (!format) {
    const style = { dateStyle: "short", timeStyle: "medium", hourCycle: "h23" } as const;
    format = new Intl.DateTimeFormat("sv-SE", { timeZone: tz, ...style });
    formats.set(tz, format);
  }
  return format.format(t);
}

export const zoneOffset = (tz: string, t: number) =>
  Date.parse(`${wallTime(tz, t).replace(" ", "T")}Z`) - Math.floor(t / 1000) * 1000;

export const sum = <T>(list: readonly T[], of: (item: T) => number) =>
  list.reduce((total, item) => total + of(item), 0);
export const isError = (row: UsageRow) => row.statusCode >= 400;
export const mean = (rows: readonly UsageRow[]) =>
  rows.length === 0 ? 0 : sum(rows, (row) => row.responseTime) / rows.length;

function figures(rows: readonly UsageRow[], { endpoint }: Question) {
  const errors = rows.filter(isError).length;
  return {
    total_requests: rows.length,
    average_response_time: mean(rows),
    error_rate: rows.length === 0 ? 0 : (100 * errors) / rows.length,
    cost: costOf(rows),
    ...(endpoint === null ? tokensOf(rows) : { tokens_in: null, tokens_cached: null, tokens_out: null }),
  };
}

const costOf = (rows: readonly UsageRow[]) => sum(rows, (row) => row.costMicros) / 1_000_000;
export const tokensOf = (rows: readonly UsageRow[]) => ({
  tokens_in: sum(rows, (row) => row.tokensIn),
  tokens_cached: sum(rows, (row) => row.tokensCached ?? 0),
  tokens_out: sum(rows, (row) => row.tokensOut),
});

/** Names the local day or hour of an instant. */
const intervalOf = (question: Question) => (t: number) => {
  if (question.range !== "24h") return wallTime(question.tz, t).slice(0, 10);
  const offset = zoneOffset(question.tz, t);
  return `${offset}|${Math.floor((t + offset) / HOUR_MS)}`;
};

const matching = (rows: readonly UsageRow[], { keyId, endpoint }: Question) =>
  rows.filter(
    (row) => (keyId === null || row.keyId === keyId) && (endpoint === null || row.endpoint === endpoint),
  );

/** The rows that a query covers: those of its window, and those of the window before. */
export function windowRows(rows: readonly UsageRow[], question: Question) {
  const mine = matching(rows, question);
  const length = RANGE_MS[question.range];
  const from = question.now - length;
  const current = mine.filter(({ timestamp }) => timestamp >= from && timestamp <= question.now);
  return {
    from,
    current,
    before: mine.filter(({ timestamp }) => timestamp >= from - length && timestamp < from),
  };
}

/** The response is exactly what a scan of `rows` (of one account) gives; percentiles within 5%. */
export function expectEqualToScan(
  response: AnalyticsResponse,
  rows: readonly UsageRow[],
  question: Question,
): void {
  const { now, range, endpoint } = question;
  const { from, current, before } = windowRows(rows, question);
  const { percentiles, series, ...exact } = response;
  expect(exact).toEqual({
    range,
    from: new Date(from).toISOString(),
    to: new Date(now).toISOString(),
    as_of: new Date(now).toISOString(),
    ...figures(current, question),
    top_endpoints: topEndpoints(current),
    error_types: endpoint === null ? errorTypes(current) : null,
    previous: figures(before, question),
    complete_from: null,
  });
  if (endpoint === null) expectPercentiles(percentiles, current);
  else expect(percentiles).toEqual({ p50: null, p95: null, p99: null });
  expectSeries(series, current, question);
}

function topEndpoints(rows: readonly UsageRow[]) {
  return [...Map.groupBy(rows, (row) => row.endpoint)]
    .map(([endpoint, of]) => ({ endpoint, requests: of.length, avg_response_time: mean(of) }))
    .sort((a, b) => b.requests - a.requests || (a.endpoint < b.endpoint ? -1 : 1))
    .slice(0, 5);
}

function errorTypes(rows: readonly UsageRow[]) {
  return [...Map.groupBy(rows.filter(isError), (row) => row.statusCode)]
    .sort(([a, x], [b, y]) => y.length - x.length || a - b)
    .map(([status, of]) => ({ type: String(status), count: of.length }))
    .slice(0, 5);
}

function expectPercentiles(got: AnalyticsResponse["percentiles"], rows: readonly UsageRow[]) {
  const times = rows.map((row) => row.responseTime).sort((a, b) => a - b);
  for (const [percent, value] of [
    [50, got.p50],
    [95, got.p95],
    [99, got.p99],
  ] as const) {
    const want = times[Math.max(1, Math.ceil((percent / 100) * times.length)) - 1] ?? null;
    if (want === null || value === null) expect(value).toBe(want);
    else expect(Math.abs(value - want), `p${percent} of ${want}`).toBeLessThanOrEqual(0.05 * want);
  }
}

function expectSeries(series: AnalyticsResponse["series"], rows: readonly UsageRow[], question: Question) {
  const { range, tz, now } = question;
  const interval = intervalOf(question);
  const from = now - RANGE_MS[range];
  const byInterval = Map.groupBy(rows, (row) => interval(row.timestamp));
  const seen = new Set<string>();
  for (const point of series) {
    const start = range === "24h" ? Date.parse(point.date) : null;
    if (start !== null && start > from) expect(offsetIn(point.date), point.date).toBe(zoneOffset(tz, start));
    const id = start === null ? point.date : interval(Math.max(start, from));
    expect(seen.has(id), `one point for ${id}`).toBe(false);
    seen.add(id);
    const of = byInterval.get(id) ?? [];
    const { date, ...got } = point;
    const { total_requests, average_response_time, error_rate: _, ...rest } = figures(of, question);
    const errors = of.filter(isError).length;
    const want = { requests: total_requests, errors, avg_response_time: average_response_time, ...rest };
    expect(got, `series ${id} (${date})`).toEqual(want);
  }
  const step = range === "24h" ? HOUR_MS / 4 : DAY_MS / 4;
  const instants = Array.from({ length: Math.floor((now - from) / step) + 1 }, (_, i) =>
    interval(from + i * step),
  );
  const missing = [...new Set([...instants, ...byInterval.keys()])].filter((id) => !seen.has(id));
  expect(missing, "points missing").toEqual([]);
}

const offsetIn = (date: string) => Date.parse(`${date.slice(0, 19)}Z`) - Date.parse(date);
