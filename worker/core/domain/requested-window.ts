import { DomainError } from "./errors.ts";
import { addMonths, monthStart } from "./months.ts";
import { isMonth, isRolling, LONGEST_OF_HOURS_MS, RANGE_MS, type RangeName } from "./ranges.ts";
import type { PointUnit } from "./series-points.ts";

/** Instants in epoch ms. */
export interface RequestedWindow {
  from: number;
  /** The first instant that is not counted. */
  until: number;
  /** `until`, or the present, which is still counted. */
  to: number;
  /** The instant of the request. */
  now: number;
  /** The previous window is [previousFrom, from). */
  previousFrom: number;
  zone: string;
  unit: PointUnit;
}

export interface WindowQuery {
  range: RangeName;
  from?: string | undefined;
  to?: string | undefined;
  tz: string;
}

/**
 * The window that a valid query means at `now` (epoch ms). Its end is at most `now`.
 * @throws DomainError for a window that begins in the future.
 */
export function requestedWindow({ range, from, to, tz }: WindowQuery, now: number): RequestedWindow {
  if (isRolling(range)) return endingNow(now - RANGE_MS[range], now - 2 * RANGE_MS[range], tz, now);
  if (isMonth(range)) {
    const [previousFrom, start, end] = [-1, 0, 1].map((step) => monthStart(addMonths(range, step), tz));
    return window({ previousFrom, start, end, zone: tz, now, field: "range" });
  }
  const [start, end] = [from, to].map((text) => Date.parse(text ?? ""));
  return window({ start, end, zone: tz, now, field: "from" });
}

interface Bounds {
  previousFrom?: number | undefined;
  start: number | undefined;
  end: number | undefined;
  zone: string;
  now: number;
  field: "range" | "from";
}

function window({ previousFrom, start = Number.NaN, end = Number.NaN, zone, now, field }: Bounds) {
  if (start >= now) {
    const message =
      field === "from"
        ? "The from field must be in the past."
        : "The range must not be a month in the future.";
    throw new DomainError("invalid_request", message, { field });
  }
  const to = Math.min(end, now);
  const before = previousFrom ?? start - (to - start);
  return end > now
    ? endingNow(start, before, zone, now)
    : { from: start, until: end, to, now, previousFrom: before, zone, unit: unitOf(end - start) };
}

const endingNow = (from: number, previousFrom: number, zone: string, now: number): RequestedWindow => ({
  from,
  until: now + 1,
  to: now,
  now,
  previousFrom,
  zone,
  unit: unitOf(now - from),
});

const unitOf = (length: number): PointUnit => (length <= LONGEST_OF_HOURS_MS ? "hour" : "day");
