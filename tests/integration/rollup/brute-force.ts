import { expect } from "vitest";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { RANGE_MS, type Range, type RangeName } from "#core/domain/ranges.ts";
import { DAY_MS, HOUR_MS, isoTime } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";

/**
 * A second, naive implementation of the specification: scan all rows. It shares no code with the one under
 * test.
 */
export interface Question {
  range: RangeName;
  /** Of a custom range. */
  from?: number;
  to?: number;
  tz: string;
  now: number;
  /** Null: all keys. */
  keyId: number | null;
  /** Null: all endpoints. */
  endpoint: string | null;
  /** Null: all models. */
  model?: string | null;
  /** Raw rows before this UTC midnight are gone. */
  keptFrom?: number;
  /** Hours of the roll-up before this UTC midnight are gone too. */
  hoursFrom?: number;
  /** Rows that are not rolled up. */
  fresh?: ReadonlySet<string>;
}

interface ScannedWindow {
  from: number;
  /** Not included. */
  until: number;
  previousFrom: number;
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

function figures(rows: readonly UsageRow[], { endpoint, model = null }: Question) {
  const errors = rows.filter(isError).length;
  return {
    total_requests: rows.length,
    average_response_time: mean(rows),
    error_rate: rows.length === 0 ? 0 : (100 * errors) / rows.length,
    cost: costOf(rows),
    imported_cost: endpoint === null && model === null ? importedOf(rows) : null,
    ...(endpoint === null ? tokensOf(rows) : { tokens_in: null, tokens_cached: null, tokens_out: null }),
  };
}

export const costOf = (rows: readonly UsageRow[]) => sum(rows, (row) => row.costMicros) / 1_000_000;
export const importedOf = (rows: readonly UsageRow[]) =>
  sum(rows, (row) => row.costMicros - (row.billedMicros ?? 0)) / 1_000_000;
export const tokensOf = (rows: readonly UsageRow[]) => ({
  tokens_in: sum(rows, (row) => row.tokensIn),
  tokens_cached: sum(rows, (row) => row.tokensCached ?? 0),
  tokens_out: sum(rows, (row) => row.tokensOut),
});

/** The first millisecond of the month on the zone's clocks. */
function startOfMonth(month: string, tz: string): number {
  let [before, after] = [Date.parse(`${month}-01`) - 2 * DAY_MS, Date.parse(`${month}-01`) + 2 * DAY_MS];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallTime(tz, middle).slice(0, 7) < month) before = middle;
    else after = middle;
  }
  return after;
}

const monthAfter = (month: string, count: number) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + count, 15))
    .toISOString()
    .slice(0, 7);

/** The requested window. */
export function windowOfQuestion({ range, from = 0, to = 0, tz, now }: Question): ScannedWindow {
  const until = (end: number) => (end > now ? now + 1 : end);
  if (range === "custom") {
    return { from, until: until(to), previousFrom: from - (Math.min(to, now) - from) };
  }
  if (range in RANGE_MS) {
    const length = RANGE_MS[range as Range];
    return { from: now - length, until: now + 1, previousFrom: now - 2 * length };
  }
  const [previousFrom = 0, start = 0, end = 0] = [-1, 0, 1].map((n) =>
    startOfMonth(monthAfter(range, n), tz),
  );
  return { from: start, until: until(end), previousFrom };
}

const isHourly = (question: Question) => {
  const { from, until } = windowOfQuestion(question);
  return Math.min(until, question.now) - from <= 2 * DAY_MS;
};

/** Series of all endpoints and models have half hours. */
const gridOf = ({ endpoint, model }: Question) =>
  endpoint === null && (model ?? null) === null ? HOUR_MS / 2 : HOUR_MS;

/** The smallest buckets at a time. */
const gridAt = (t: number, grid: number, { hoursFrom = 0 }: Question) => (t < hoursFrom ? DAY_MS : grid);

function roundedTo(base: number, t: number, question: Question) {
  const grid = gridAt(t, base, question);
  return t >= (question.keptFrom ?? 0) ? t : Math.round(t / grid) * grid;
}

/** The window that is counted, with the edges that the retained rows allow. */
export function countedWindow(question: Question, base = gridOf(question)): ScannedWindow {
  const { from, until, previousFrom } = windowOfQuestion(question);
  const start = roundedTo(base, from, question);
  const end = roundedTo(base, until, question);
  const before = roundedTo(base, previousFrom, question);
  if (end > start) return { from: start, until: end, previousFrom: before };
  // Shorter than the rounding: the bucket that it begins in.
  const grid = gridAt(from, base, question);
  const bucket = Math.floor(from / grid) * grid;
  return { from: bucket, until: bucket + grid, previousFrom: Math.min(before, bucket) };
}

/** Names the local day or hour of an instant. */
const intervalAt = (question: Question) => (t: number) => {
  if (!isHourly(question)) return wallTime(question.tz, t).slice(0, 10);
  const offset = zoneOffset(question.tz, t);
  return `${offset}|${Math.floor((t + offset) / HOUR_MS)}`;
};

/** Where only buckets are left, the middle of a bucket decides where it belongs. */
export const intervalOf = (question: Question) => (t: number) => {
  const grid = gridAt(t, gridOf(question), question);
  const at = t >= (question.keptFrom ?? 0) ? t : Math.floor(t / grid) * grid + grid / 2 - 1;
  const { from, until } = windowOfQuestion(question);
  return intervalAt(question)(Math.min(Math.max(at, from), until - 1));
};

const matching = (rows: readonly UsageRow[], { keyId, endpoint, model = null }: Question) =>
  rows.filter(
    (row) =>
      (keyId === null || row.keyId === keyId) &&
      (endpoint === null || row.endpoint === endpoint) &&
      (model === null || (row.model ?? "") === model),
  );

/** The rows that a query covers: those of its window, and those of the window before. */
export function windowRows(rows: readonly UsageRow[], question: Question, window = countedWindow(question)) {
  const mine = matching(rows, question);
  const { from, until, previousFrom } = window;
  const within = (start: number, end: number) =>
    mine.filter(({ timestamp }) => timestamp >= start && timestamp < end);
  return { from, until, current: within(from, until), before: within(previousFrom, from) };
}

/** Of an hour that only buckets are left of, lists count the whole. */
function listedRows(rows: readonly UsageRow[], question: Question): UsageRow[] {
  const { from, until } = countedWindow(question);
  const { keptFrom = 0, fresh } = question;
  const start = from < keptFrom ? Math.floor(from / HOUR_MS) * HOUR_MS : from;
  const end = until < keptFrom ? Math.ceil(until / HOUR_MS) * HOUR_MS : until;
  return matching(rows, question).filter(({ timestamp: t, requestId }) =>
    fresh?.has(requestId) ? t >= from && t < until : t >= start && t < end,
  );
}

/** `to` as shown: the present is included. */
export const shownTo = (until: number, { now }: Question) => isoTime(Math.min(until, now));

/** The response is exactly what a scan of `rows` (of one account) gives; percentiles within 5%. */
export function expectEqualToScan(
  response: AnalyticsResponse,
  rows: readonly UsageRow[],
  question: Question,
): void {
  const { now, range, endpoint, model = null } = question;
  const { from, until, current, before } = windowRows(rows, question);
  const listed = listedRows(rows, question);
  const whole = endpoint === null && model === null;
  const { percentiles, series, exact_from, ...exact } = response;
  expect(exact).toEqual({
    range,
    from: isoTime(from),
    to: shownTo(until, question),
    as_of: isoTime(now),
    ...figures(current, question),
    top_endpoints: model === null ? topEndpoints(listed) : null,
    error_types: whole ? errorTypes(listed) : null,
    previous: figures(before, question),
  });
  if (whole) expectPercentiles(percentiles, listed);
  else expect(percentiles).toEqual({ p50: null, p95: null, p99: null });
  expectSeries(series, current, question);
  expectExactFrom(exact_from, question);
}

function expectExactFrom(got: string | null, question: Question) {
  const { keptFrom = 0 } = question;
  const requested = windowOfQuestion(question);
  if (requested.previousFrom >= keptFrom) expect(got).toBeNull();
  const counted = countedWindow(question);
  if (JSON.stringify(requested) !== JSON.stringify(counted)) {
    expect(got).toBe(isoTime(Math.min(keptFrom, counted.until)));
  }
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

/** Names the interval that a point of the series stands for, as `intervalOf` names those of instants. */
export const intervalOfDate = (question: Question) => (date: string) =>
  isHourly(question)
    ? intervalAt(question)(Math.max(Date.parse(date), windowOfQuestion(question).from))
    : date;

function expectSeries(series: AnalyticsResponse["series"], rows: readonly UsageRow[], question: Question) {
  const { tz } = question;
  const hourly = isHourly(question);
  const interval = intervalOf(question);
  const { from, until } = windowOfQuestion(question);
  const byInterval = Map.groupBy(rows, (row) => interval(row.timestamp));
  const seen = new Set<string>();
  for (const point of series) {
    const start = hourly ? Date.parse(point.date) : null;
    if (start !== null && start > from) expect(offsetIn(point.date), point.date).toBe(zoneOffset(tz, start));
    const id = intervalOfDate(question)(point.date);
    expect(seen.has(id), `one point for ${id}`).toBe(false);
    seen.add(id);
    const of = byInterval.get(id) ?? [];
    const { date, ...got } = point;
    const { total_requests, average_response_time, error_rate: _, ...rest } = figures(of, question);
    const errors = of.filter(isError).length;
    const want = { requests: total_requests, errors, avg_response_time: average_response_time, ...rest };
    expect(got, `series ${id} (${date})`).toEqual(want);
  }
  const step = hourly ? HOUR_MS / 4 : DAY_MS / 4;
  const instants = Array.from({ length: Math.floor((until - 1 - from) / step) + 1 }, (_, i) =>
    intervalAt(question)(from + i * step),
  );
  const missing = [...new Set([...instants, ...byInterval.keys()])].filter((id) => !seen.has(id));
  expect(missing, "points missing").toEqual([]);
}

const offsetIn = (date: string) => Date.parse(`${date.slice(0, 19)}Z`) - Date.parse(date);
