import { offsetText } from "./local-time.ts";
import { DAY_MS, HOUR_MS } from "./ranges.ts";
import { type Stretch, stretches } from "./zone.ts";

export type PointUnit = "hour" | "day";

/** One point of a series: it begins at `start` (epoch ms) and ends where the next one begins. */
export interface Point {
  start: number;
  /** A local day `2026-11-20`, or a local hour with its offset `2026-11-20T14:00:00+01:00`. */
  date: string;
}

/**
 * The local days or hours that touch [from, to], in order. The first may begin before `from`.
 * A day of 23 or 25 hours is one point; an hour cut by a clock change is two.
 */
export function seriesPoints(zone: string, from: number, to: number, unit: PointUnit): Point[] {
  const size = unit === "day" ? DAY_MS : HOUR_MS;
  const points: Point[] = [];
  let lastDay = Number.NEGATIVE_INFINITY;
  for (const stretch of stretches(zone, from, to)) {
    const first = Math.floor((Math.max(stretch.start, from) + stretch.offset) / size);
    const last = Math.floor((Math.min(stretch.end - 1, to) + stretch.offset) / size);
    for (let n = first; n <= last; n++) {
      if (unit === "day" && n <= lastDay) continue;
      lastDay = n;
      points.push({
        start: Math.max(n * size - stretch.offset, stretch.start),
        date: label(n * size, stretch, unit),
      });
    }
  }
  return points;
}

/** Index of the point that holds `instant`; before the first one, the first. */
export function pointAt(points: readonly Point[], instant: number): number {
  let low = 0;
  let high = points.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((points[middle]?.start ?? 0) <= instant) low = middle;
    else high = middle - 1;
  }
  return low;
}

function label(local: number, { start, offset }: Stretch, unit: PointUnit): string {
  if (unit === "day") return new Date(local).toISOString().slice(0, 10);
  const shown = new Date(Math.max(local, start + offset)).toISOString().slice(0, 19);
  return shown + offsetText(offset);
}
