import type { Period } from "#core/domain/plans.ts";
import { DAY_MS } from "#core/domain/time.ts";

export const BUDGET_PERIODS = ["day", "week", "month"] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];
/** Periods for which an account's spending can be limited. */
export const ACCOUNT_LIMIT_PERIODS = ["day", "month"] as const satisfies BudgetPeriod[];

/** Most that a key may spend in each of its periods. */
export interface Budget {
  period: BudgetPeriod;
  /** Micro-dollars, 0 or more. */
  micros: number;
}

/** Most that a budget can be, in dollars. */
export const BUDGET_MAX_DOLLARS = 1_000_000;

/** Days from Monday, 1969-12-29, to the epoch, which was a Thursday. */
const MONDAY_SHIFT = 3;

/** The period [from, to) that holds `now` (epoch ms): the UTC day, week from Monday, or month. */
export function budgetWindow(period: BudgetPeriod, now: number): Period {
  const day = Math.floor(now / DAY_MS);
  if (period === "month") return monthOf(now);
  const from = period === "day" ? day : day - ((day + MONDAY_SHIFT) % 7);
  return { from: from * DAY_MS, to: (from + (period === "day" ? 1 : 7)) * DAY_MS };
}

/**
 * Whether a request with this hold fits in; one that costs nothing always does, also when the budget was lowered below
 * what is used.
 * @param used micro-dollars that the period's requests have cost, and that are held for those that have not ended.
 */
export const fitsBudget = ({ micros }: Budget, used: number, hold: number) =>
  hold === 0 || used + hold <= micros;

function monthOf(now: number): Period {
  const date = new Date(now);
  const start = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
  return { from: start(0), to: start(1) };
}
