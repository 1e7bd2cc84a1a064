import { DAY_MS } from "#core/domain/time.ts";
import { type Budget, type BudgetPeriod, budgetWindow } from "./budgets.ts";

/** Days that a budget is tried on before it is saved, today included. */
const TRIAL_DAYS = 30;

/** What a key spent on a UTC day. */
export interface DaySum {
  /** Days since the epoch. */
  day: number;
  costMicros: number;
  /** Those that cost something, or at most so many. */
  requests: number;
}

/** What a budget would have refused, had it been there. */
interface BudgetTrial {
  blockedMicros: number;
  /** Of a day that was refused in part, as large a part of its requests as of its cost, rounded up. */
  blockedRequests: number;
  /** Days since the epoch, oldest first, on which something was refused. */
  blockedDays: number[];
}

/**
 * The last 30 UTC days, today included, as [from, to) in days since the epoch; `readFrom` is the first day whose sums
 * a trial has to know, because the period that `from` lies in began there.
 */
export function trialSpan(period: BudgetPeriod, now: number): { readFrom: number; from: number; to: number } {
  const to = Math.floor(now / DAY_MS) + 1;
  const from = to - TRIAL_DAYS;
  return { readFrom: budgetWindow(period, from * DAY_MS).from / DAY_MS, from, to };
}

/**
 * What the budget would have refused from the day `from` on, by the sums of days: within each period the spending is
 * let through in the order of its days until it reaches the budget. Exact in money; requests of a day count as alike.
 * @param days in any order, each once; those before `from` only use up the budget of their period.
 */
export function tryBudget(budget: Budget, days: readonly DaySum[], from: number): BudgetTrial {
  const trial: BudgetTrial = { blockedMicros: 0, blockedRequests: 0, blockedDays: [] };
  const spent = new Map<number, number>();
  for (const { day, costMicros, requests } of days.toSorted((a, b) => a.day - b.day)) {
    const { from: window } = budgetWindow(budget.period, day * DAY_MS);
    const before = spent.get(window) ?? 0;
    const passed = Math.min(costMicros, Math.max(0, budget.micros - before));
    spent.set(window, before + costMicros);
    if (day < from || passed === costMicros) continue;
    trial.blockedMicros += costMicros - passed;
    trial.blockedRequests += partOf(requests, costMicros - passed, costMicros);
    trial.blockedDays.push(day);
  }
  return trial;
}

/** ⌈count × part / whole⌉; the product is past what a double holds exactly. */
function partOf(count: number, part: number, whole: number): number {
  const size = BigInt(whole);
  return Number((BigInt(count) * BigInt(part) + size - 1n) / size);
}
