import { DAY_MS } from "#core/domain/time.ts";
import type { BudgetPeriod, Plan } from "./accounts.ts";

export interface Span {
  from: number;
  to: number;
}

/** The UTC day, week from Monday or month that holds `at`. */
export function periodOf(period: BudgetPeriod, at: number): Span {
  const date = new Date(at);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (period === "month") return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) };
  const first = period === "day" ? day : day - ((date.getUTCDay() + 6) % 7);
  const from = Date.UTC(year, month, first);
  return { from, to: from + (period === "day" ? DAY_MS : 7 * DAY_MS) };
}

/** The plan's month that holds `at`. Plans of the simulation end on the first of a month. */
export function planMonthOf({ validUntil }: Plan, at: number): Span {
  const end = new Date(validUntil);
  const [year, month] = [end.getUTCFullYear(), end.getUTCMonth()];
  const timeOfDay = validUntil - Date.UTC(year, month);
  const start = (back: number) => Date.UTC(year, month - back) + timeOfDay;
  let back = 0;
  while (start(back) > at) back += 1;
  return { from: start(back), to: start(back - 1) };
}

export const within = ({ from, to }: Span, at: number): boolean => at >= from && at < to;
