import { formatDate, formatTime } from "#app/lib/format.ts";
import type { AccountBudgetsResponse } from "#core/contract/budgets.ts";
import { DAY_MS } from "#core/domain/time.ts";

const NEAR_SHARE = 0.8;

/** From 80 % on, when the notification is sent too. */
export const isNearLimit = (spent: number, amount: number) => spent >= amount * NEAR_SHARE;

/**
 * When a period ends, in the reader's zone: `01:00` within a day, else `Dec 1`, with the time where UTC's midnight is not
 * the reader's.
 */
export function formatReset(resetsAt: string, now: number): string {
  const time = formatTime(resetsAt);
  if (Date.parse(resetsAt) - now <= DAY_MS) return time;
  const [day = ""] = formatDate(resetsAt).split(", ");
  return time === "00:00" ? day : `${day}, ${time}`;
}

/** A period that has ended at `now` starts again at zero. */
export const currentSpend = <Spent extends { spent: number; resets_at: string }>(part: Spent, now: number) =>
  Date.parse(part.resets_at) <= now ? { ...part, spent: 0 } : part;

export interface SpentLineView {
  label: string;
  spent: number;
  /** In dollars; null without a budget. */
  budget: number | null;
  note: string | null;
}

/** The account's fullest budget or, without one, what was spent this month. `now` in epoch milliseconds. */
export function spentLine({ budgets, spending }: AccountBudgetsResponse, now: number): SpentLineView {
  const share = ({ spent, amount }: { spent: number; amount: number }) => (amount === 0 ? 1 : spent / amount);
  const [fullest] = budgets
    .map((budget) => currentSpend(budget, now))
    .toSorted((left, right) => share(right) - share(left) || right.period.localeCompare(left.period));
  if (fullest === undefined) {
    const { spent } = currentSpend(spending.month, now);
    return { label: "Spent this month", spent, budget: null, note: null };
  }
  const { period, spent, amount, resets_at } = fullest;
  return {
    label: period === "day" ? "Spent today" : "Spent this month",
    spent,
    budget: amount,
    note: `${spent >= amount ? "Used up. Requests are refused until it resets" : "Resets"} at ${formatReset(resets_at, now)}`.replace(
      /at (?=[A-Z])/,
      "on ",
    ),
  };
}
