import { addDays, midnight } from "#app/lib/local-time.ts";
import { addMonths } from "#core/domain/months.ts";
import type { Month } from "#core/domain/ranges.ts";
import { DAY_MS } from "#core/domain/time.ts";

const DAYS_PER_WEEK = 7;

export const WEEKDAYS = [
  { short: "Mo", long: "Monday" },
  { short: "Tu", long: "Tuesday" },
  { short: "We", long: "Wednesday" },
  { short: "Th", long: "Thursday" },
  { short: "Fr", long: "Friday" },
  { short: "Sa", long: "Saturday" },
  { short: "Su", long: "Sunday" },
] as const;

/** `2026-11` of `2026-11-20`. */
export const monthOf = (day: string) => day.slice(0, 7) as Month;

/** Days since Monday. */
const weekdayOf = (day: string) => (new Date(midnight(day)).getUTCDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK;

const lastDayOf = (month: Month) => addDays(`${addMonths(month, 1)}-01`, -1);

/** The weeks of a month, from Monday; the days before its first are those of the month before. */
export function weeksOf(month: Month): string[][] {
  const first = `${month}-01`;
  const start = addDays(first, -weekdayOf(first));
  const count = Math.round((midnight(lastDayOf(month)) - midnight(start)) / DAY_MS) + 1;
  const days = Array.from({ length: count }, (_, index) => addDays(start, index));
  return Array.from({ length: Math.ceil(count / DAYS_PER_WEEK) }, (_, week) =>
    days.slice(week * DAYS_PER_WEEK, (week + 1) * DAYS_PER_WEEK),
  );
}

/** The same day of another month, or its last one. */
function inMonth(day: string, month: Month): string {
  const last = lastDayOf(month);
  const same = `${month}-${day.slice(8)}`;
  return same < last ? same : last;
}

/** Where a key leads from a day (https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/examples/datepicker-dialog/). */
export function dayAfterKey(day: string, key: string, shift: boolean): string | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -DAYS_PER_WEEK);
    case "ArrowDown":
      return addDays(day, DAYS_PER_WEEK);
    case "Home":
      return addDays(day, -weekdayOf(day));
    case "End":
      return addDays(day, DAYS_PER_WEEK - 1 - weekdayOf(day));
    case "PageUp":
      return inMonth(day, addMonths(monthOf(day), shift ? -12 : -1));
    case "PageDown":
      return inMonth(day, addMonths(monthOf(day), shift ? 12 : 1));
    default:
      return null;
  }
}
