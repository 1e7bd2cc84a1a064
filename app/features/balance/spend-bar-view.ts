import { currentSpend, isNearLimit } from "#app/lib/budgets.ts";
import { shortDollars } from "#app/lib/format.ts";
import type { AccountBudgetsResponse } from "#core/contract/budgets.ts";
import type { SpendAlertsResponse } from "#core/contract/spend-alerts.ts";

/** Room on the bar beyond the largest amount. */
const BEYOND = 1.2;
/** Labels closer than this share of the bar would touch. */
const LABEL_SHARE = 0.17;

interface Tick {
  amount: number;
  /** `$50 ✓` once the month has reached it. */
  label: string;
  /** For screen readers. */
  text: string;
  /** From 0, where the bar begins, to 1. */
  place: number;
  /** False where its label would touch that of a larger amount. */
  labelled: boolean;
}

export interface SpendBarView {
  spent: number;
  /** The account's monthly limit in dollars; null without one. */
  limit: number | null;
  /** The filled part of the bar, from 0 to 1. */
  filled: number;
  near: boolean;
  ticks: Tick[];
}

/** The month's spend on a bar that ends at the monthly limit or, without one, beyond the largest alert. */
export function spendBar(
  { budgets, spending }: AccountBudgetsResponse,
  { alerts, resets_at }: SpendAlertsResponse,
  now: number,
): SpendBarView {
  const { spent } = currentSpend(spending.month, now);
  const isOver = Date.parse(resets_at) <= now;
  const limit = budgets.find(({ period }) => period === "month")?.amount ?? null;
  const end = limit ?? BEYOND * Math.max(...alerts.map(({ amount }) => amount));
  const ticks = alerts
    .filter(({ amount }) => amount <= end)
    .map(({ amount, reached_on }) => {
      const reached = spent >= amount || (reached_on !== null && !isOver);
      const name = shortDollars(amount);
      return {
        amount,
        label: reached ? `${name} ✓` : name,
        text: `alert at ${name}${reached ? " reached" : ""}`,
        place: end === 0 ? 1 : amount / end,
      };
    });
  return {
    spent,
    limit,
    filled: end === 0 ? 1 : Math.min(1, spent / end),
    near: limit !== null && isNearLimit(spent, limit),
    ticks: ticks.map((tick, at) => ({ ...tick, labelled: hasRoom(ticks.slice(at + 1), tick.place) })),
  };
}

/** The labels of larger amounts come first. */
function hasRoom(larger: readonly { place: number }[], place: number): boolean {
  let shown = Number.POSITIVE_INFINITY;
  for (const other of larger.toReversed()) if (shown - other.place >= LABEL_SHARE) shown = other.place;
  return shown - place >= LABEL_SHARE;
}

/** `Alerts at $50 and $100`, `5 alerts, up to $100` */
export function alertsLine({ alerts }: SpendAlertsResponse): string {
  const amounts = alerts.map(({ amount }) => shortDollars(amount));
  if (amounts.length > 2) return `${amounts.length} alerts, up to ${amounts.at(-1)}`;
  return amounts.length === 1 ? `Alert at ${amounts[0]}` : `Alerts at ${amounts.join(" and ")}`;
}

/** Dollars spent today, if there is a daily limit; otherwise null. */
export function dailyLimit({ budgets }: AccountBudgetsResponse, now: number) {
  const budget = budgets.find(({ period }) => period === "day");
  return budget === undefined ? null : currentSpend(budget, now);
}
