import type { Month } from "./ranges.ts";
import { seriesPoints } from "./series-points.ts";
import { DAY_MS, isoTime } from "./time.ts";

const MONTHS_PER_YEAR = 12;

const monthAt = (count: number): Month => {
  const year = Math.floor(count / MONTHS_PER_YEAR);
  return `${year}-${String((count % MONTHS_PER_YEAR) + 1).padStart(2, "0")}` as Month;
};

/** The month `count` months after `month`; before it for negative counts. */
export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return monthAt(year * MONTHS_PER_YEAR + number - 1 + count);
}

/** The instant (epoch ms) at which the month begins on the zone's clocks. */
export function monthStart(month: Month, zone: string): number {
  const first = Date.parse(`${month}-01`);
  const days = seriesPoints(zone, first - DAY_MS, first + DAY_MS, "day");
  return days.find(({ date }) => date >= `${month}-01`)?.start ?? first;
}

/** UTC days since the epoch, without `end`. */
export interface DaySpan {
  from: number;
  end: number;
}

/** The days of a UTC month. */
export const daysOfMonth = (month: Month): DaySpan => ({
  from: Date.parse(`${month}-01`) / DAY_MS,
  end: Date.parse(`${addMonths(month, 1)}-01`) / DAY_MS,
});

/** The UTC month of an instant (epoch ms). */
export const utcMonthOf = (at: number): Month => isoTime(at).slice(0, "2026-11".length) as Month;
