import { daysOfMonth } from "./months.ts";
import type { Month } from "./ranges.ts";
import { DAY_MS, dayName } from "./time.ts";

/** The name of a statement's file, with its UTC days up to `now` (epoch ms); undefined is all time. */
export function statementFileName(month: Month | undefined, now: number): string {
  const today = Math.floor(now / DAY_MS);
  if (month === undefined) return `latchkey-statement-to-${dayName(today)}.csv`;
  const { from, end } = daysOfMonth(month);
  return `latchkey-statement-${dayName(from)}-to-${dayName(Math.min(end - 1, today))}.csv`;
}
