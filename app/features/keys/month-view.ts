import { currentSpend, formatReset, isNearLimit } from "#app/lib/budgets.ts";
import { formatDollars, formatPrice, formatSum } from "#app/lib/format.ts";
import type { UsedBudget } from "#core/contract/budgets.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import type { BudgetPeriod } from "#core/domain/gateway/budgets.ts";

const ADJECTIVES = { day: "Daily", week: "Weekly", month: "Monthly" } as const satisfies Record<
  BudgetPeriod,
  string
>;
const OF_PERIOD = { day: " today", week: " this week", month: "" } as const satisfies Record<
  BudgetPeriod,
  string
>;

const isUsedUp = ({ spent, amount }: UsedBudget) => spent >= amount;
const shareOf = ({ spent, amount }: UsedBudget) => (amount === 0 ? 1 : spent / amount);
const isNear = ({ spent, amount }: UsedBudget) => isNearLimit(spent, amount);

/** Every `now` in this file is in epoch milliseconds. A period that has ended starts again at zero. */
const budgetsAt = ({ budgets }: ApiKey, now: number) => budgets.map((budget) => currentSpend(budget, now));

/** Whether its next paid request is refused for lack of budget. */
export const isOutOfBudget = (key: ApiKey, now: number) =>
  key.status === "active" && budgetsAt(key, now).some(isUsedUp);

export interface MonthView {
  /** Dollars this month; of its rotations too if there is a monthly budget, which counts them. */
  spent: number;
  /** Beside the amount: `of $50.00`, `$1.20 of $2.00 today` or `No budget`. */
  of: string;
  /** Percent of the budget; null without one. */
  used: number | null;
  near: boolean;
  note: { text: string; warns: boolean } | null;
}

export function monthView(key: ApiKey, now: number): MonthView {
  const budgets = budgetsAt(key, now);
  const fullest = budgets.toSorted((left, right) => shareOf(right) - shareOf(left))[0];
  const main = budgets.find(({ period }) => period === "month") ?? fullest;
  if (main === undefined)
    return { spent: key.spent_this_month, of: "No budget", used: null, near: false, note: null };
  const { period, spent, amount } = main;
  const ofMonth = period === "month";
  const limit = `of ${formatPrice(amount)}`;
  return {
    spent: ofMonth ? spent : key.spent_this_month,
    of: ofMonth ? limit : `${formatSum(spent)} ${limit}${OF_PERIOD[period]}`,
    used: 100 * shareOf(main),
    near: isNear(main),
    note: noteOf(main, budgets, now) ?? rotationNote(main, key),
  };
}

function noteOf(main: UsedBudget, budgets: readonly UsedBudget[], now: number): MonthView["note"] {
  const others = budgets.filter((budget) => budget !== main);
  const spentOne = isUsedUp(main) ? main : others.find(isUsedUp);
  if (spentOne) {
    const { period, amount, resets_at } = spentOne;
    if (amount === 0) return { text: `${ADJECTIVES[period]} budget is $0.00`, warns: spentOne === main };
    const text = `${ADJECTIVES[period]} ${formatPrice(amount)} used, resets ${formatReset(resets_at, now)}`;
    return { text, warns: spentOne === main };
  }
  const near = isNear(main) ? main : others.find(isNear);
  if (near === undefined) return null;
  const left = `${formatLeft(near)} left until ${formatReset(near.resets_at, now)}`;
  return { text: near === main ? left : `${ADJECTIVES[near.period]}: ${left}`, warns: true };
}

/** Rounded down, so that a remainder is never shown larger than it is. */
const formatLeft = ({ amount, spent }: UsedBudget) => {
  const cents = Math.floor(Math.round((amount - spent) * 1_000_000) / 10_000);
  return cents === 0 ? "<$0.01" : formatDollars(cents / 100);
};

/** A monthly budget also counts the keys that this one replaced, which analytics show by themselves. */
function rotationNote(main: UsedBudget, { spent_this_month }: ApiKey): MonthView["note"] {
  const others = Math.round((main.spent - spent_this_month) * 1_000_000) / 1_000_000;
  if (main.period !== "month" || others <= 0) return null;
  return { text: `Includes ${formatSum(others)} of rotated keys`, warns: false };
}
