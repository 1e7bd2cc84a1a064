import { amountProblem } from "#app/lib/amount.ts";
import { formatPrice, shortDollars } from "#app/lib/format.ts";
import type { SpendAlertsResponse } from "#core/contract/spend-alerts.ts";
import { isWholeCents } from "#core/domain/money.ts";
import { MOST_SPEND_ALERTS, SPEND_ALERT_MIN_DOLLARS } from "#core/domain/products.ts";

/** The amounts in dollars, smallest first, and what is being typed. */
export interface AlertFields {
  alerts: readonly number[];
  alert: string;
}

/** With the typed amount, which a reader who saves expects to be one of them. */
export const wantedAlerts = ({ alerts, alert }: AlertFields): number[] =>
  (alert.trim() === "" ? [...alerts] : [...alerts, Number(alert)]).toSorted((a, b) => a - b);

/** Why the typed amount can't be added; null when it can, and when nothing is typed. */
export function alertProblem({ alerts, alert }: AlertFields): string | null {
  if (alert.trim() === "") return null;
  const problem = amountProblem(alert);
  if (problem !== null) return problem;
  const dollars = Number(alert);
  if (dollars < SPEND_ALERT_MIN_DOLLARS) return `Enter at least ${formatPrice(SPEND_ALERT_MIN_DOLLARS)}.`;
  if (!isWholeCents(dollars)) return "Enter whole cents.";
  if (alerts.includes(dollars)) return "This amount is already listed.";
  return alerts.length < MOST_SPEND_ALERTS
    ? null
    : `Remove an amount first: there can be ${MOST_SPEND_ALERTS}.`;
}

export const sameAlerts = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((amount, at) => amount === other[at]);

/** `$50 reached on Nov 16 · $100 not reached`, also of amounts that aren't saved yet. */
export function alertsText(
  amounts: readonly number[],
  { alerts, spent }: SpendAlertsResponse,
  dayText: (day: string) => string,
): string {
  const stateOf = (amount: number) => {
    const saved = alerts.find((alert) => alert.amount === amount);
    if (saved?.reached_on) return `reached on ${dayText(saved.reached_on)}`;
    return spent >= amount ? "already reached this month" : "not reached";
  };
  return amounts.map((amount) => `${shortDollars(amount)} ${stateOf(amount)}`).join(" · ");
}

/** The field that the API's names of the amounts stand for. */
export const ALERT_FIELDS: Record<string, "alert"> = Object.fromEntries(
  ["amounts", ...Array.from({ length: MOST_SPEND_ALERTS }, (_, at) => `amounts.${at}`)].map(
    (name) => [name, "alert"] as const,
  ),
);
