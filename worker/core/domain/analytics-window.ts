import { type Shares, shareHours } from "./hour-shares.ts";
import { DAY_MS, HOUR_MS, RANGE_MS, type Range } from "./ranges.ts";
import { type Point, seriesPoints } from "./series-points.ts";

const HOURS_A_DAY = DAY_MS / HOUR_MS;

/**
 * A stretch of time and the UTC hours [firstHour, endHour) that its roll-up is read for. They begin at the full hour
 * next to `from`, before or after it: so raw rows of half an hour at most have to be taken off or added.
 */
export interface Span {
  /** Epoch ms. */
  from: number;
  to: number;
  firstHour: number;
  endHour: number;
}

/** What an analytics answer has to read. */
export interface AnalyticsWindow {
  /** [from, to], both ends included. Its last hour is read whole: what lies after `to` is taken off again. */
  current: Span;
  /** [from, to): just as long, up to where the current one begins, and so are its hours. */
  previous: Span;
  points: Point[];
  shares: Shares;
}

/** The range that ends at `now` (epoch ms), both ends included, with its last hour whole. */
export function windowSpan(range: Range, now: number): Span {
  const from = now - RANGE_MS[range];
  return {
    from,
    to: now,
    firstHour: Math.round(from / HOUR_MS),
    endHour: Math.floor(now / HOUR_MS) + 1,
  };
}

/**
 * The window of a range that ends at `now` (epoch ms), with the series' points in the reader's time zone.
 * @param halves whether the roll-up that will be read knows the second halves of hours.
 */
export function analyticsWindow(
  range: Range,
  zone: string,
  now: number,
  { halves = true }: { halves?: boolean } = {},
): AnalyticsWindow {
  const current = windowSpan(range, now);
  const { from } = current;
  const before = from - RANGE_MS[range];
  const previous = {
    from: before,
    to: from,
    firstHour: Math.round(before / HOUR_MS),
    endHour: current.firstHour,
  };
  const points = seriesPoints(zone, from, now, range === "24h" ? "hour" : "day");
  return { current, previous, points, shares: shareHours(points, { ...current, halves }) };
}

/** Buckets counted from the epoch in UTC. */
export interface Cover {
  hours: number[];
  days: number[];
}

/** The fewest buckets for the hours [firstHour, endHour): days in the middle, hours at both sides. */
export function cover(firstHour: number, endHour: number): Cover {
  const firstDay = Math.ceil(firstHour / HOURS_A_DAY);
  const endDay = Math.floor(endHour / HOURS_A_DAY);
  if (firstDay >= endDay) return { hours: numbers(firstHour, endHour), days: [] };
  return {
    hours: [...numbers(firstHour, firstDay * HOURS_A_DAY), ...numbers(endDay * HOURS_A_DAY, endHour)],
    days: numbers(firstDay, endDay),
  };
}

/** The whole numbers [first, end). */
export function numbers(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
}
