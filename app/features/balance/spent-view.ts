import { currentSpend, formatReset } from "#app/lib/budgets.ts";
import type { AccountBudgetsResponse } from "#core/contract/budgets.ts";
import { balanceMessages } from "./messages.ts";

/** They say UTC, because the figures beside them are of the reader's own days. */
const LABELS = { day: balanceMessages.spentToday, month: balanceMessages.spentThisMonth } as const;

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
    return { label: LABELS.month, spent, budget: null, note: null };
  }
  const { period, spent, amount, resets_at } = fullest;
  return {
    label: LABELS[period],
    spent,
    budget: amount,
    note: `${spent >= amount ? "Used up. Requests are refused until it resets" : "Resets"} at ${formatReset(resets_at, now)}`.replace(
      /at (?=[A-Z])/,
      "on ",
    ),
  };
}
