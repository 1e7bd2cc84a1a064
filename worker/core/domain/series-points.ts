import { DAY_MS, HOUR_MS } from "./time.ts";
import { offsetText, type Stretch, stretches } from "./zone.ts";

export type PointUnit = "hour" | "day";

/** A point of a series, from `start` (epoch ms) to the start of the next one. */
export interface Point {
  start: number;
  /** A local day `2026-11-20`, or a local hour `2026-11-20T14:00:00+01:00`. */
  date: string;
}

/** The local days or hours that touch [from, to]. An hour cut by a clock change is two points. */
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

/** Index of the point that contains `instant`; 0 before the first one. */
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
