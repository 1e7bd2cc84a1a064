import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import { seededRandom } from "./random.ts";

export const WINDOW_MS = 30 * DAY_MS;
/** Additional rows in the previous 30 days, relative to the window's, so that trends have something to compare with. */
export const BEFORE_SHARE = 0.8;
const HOURS = WINDOW_MS / HOUR_MS;

interface TrafficHour {
  /** Epoch ms; the hour is [start, start + 1 h). */
  start: number;
  rows: number;
}

/** The number of rows in each of the 1,440 hours before `now`: exactly `rows` in the last 720. */
export function trafficHours(rows: number, now: number): TrafficHour[] {
  const hours = Array.from({ length: 2 * HOURS }, (_, i) => now - (2 * HOURS - i) * HOUR_MS);
  const before = hours
    .slice(0, HOURS)
    .map((start, i) => ({ start, weight: rhythm(start) * adoption(i / HOURS) }));
  const current = hours
    .slice(HOURS)
    .map((start, i) => ({ start, weight: rhythm(start) * (1 + (0.3 * i) / HOURS) }));
  return [...shareOut(Math.round(rows * BEFORE_SHARE), before), ...shareOut(rows, current)];
}

/** Slow growth up to the start of the window. */
const adoption = (progress: number) => 0.83 + 0.17 * progress;

/** No two days are alike; the same day always is. */
const dayFactor = (start: number) => 0.86 + 0.28 * seededRandom(Math.floor(start / DAY_MS)).next();

/** Busy by day (most at 14:00 UTC), quiet by night and at weekends. */
function rhythm(start: number): number {
  const date = new Date(start);
  const hour = date.getUTCHours() + date.getUTCMinutes() / 60;
  const day = 0.25 + 0.75 * Math.max(0, Math.cos(((hour - 14) / 24) * 2 * Math.PI) * 0.6 + 0.4);
  const weekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
  return day * (weekend ? 0.42 : 1) * dayFactor(start);
}

/** Shares out by weight without losing a row to rounding. */
function shareOut(rows: number, hours: { start: number; weight: number }[]): TrafficHour[] {
  const total = hours.reduce((sum, { weight }) => sum + weight, 0);
  let given = 0;
  let weights = 0;
  return hours.map(({ start, weight }, i) => {
    weights += weight;
    const until = i === hours.length - 1 ? rows : Math.round((rows * weights) / total);
    const share = until - given;
    given = until;
    return { start, rows: share };
  });
}
