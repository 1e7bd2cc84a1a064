import { countryName } from "./country-name.ts";
import { dollarsFromMicros } from "./money.ts";
import type { NotificationFacts, NotificationKind, NotificationPayload } from "./notifications.ts";
import { PLAN_MICROS_PER_MONTH, PLAN_REQUESTS_PER_MONTH } from "./plans.ts";
import { LOW_BALANCE_DOLLARS } from "./products.ts";

interface NotificationText {
  title: string;
  text: string;
}

type Payment = NotificationFacts["payment_received"];
type Budget = NotificationFacts["budget_reached"];

const CENTS = 100;
const PERIOD_NAMES = { day: "daily", week: "weekly", month: "monthly" } as const;

const money = (amount: number, sign = "$") => `${amount < 0 ? "−" : ""}${sign}${Math.abs(amount).toFixed(2)}`;
const dollars = (micros: number) => money(dollarsFromMicros(micros));
const paid = ({ amount_minor, currency }: Payment) =>
  money(amount_minor / CENTS, currency === "usd" ? "$" : "₹");

const formatMoment = (at: number) => `${new Date(at).toLocaleString("en-US", MOMENT)} UTC`;
const MOMENT: Intl.DateTimeFormatOptions = {
  ...{ year: "numeric", month: "short", day: "numeric" },
  ...{ hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" },
};

const TEXTS: { [Kind in NotificationKind]: (facts: NotificationFacts[Kind]) => NotificationText } = {
  low_balance: ({ balance }) => ({
    title: `Balance under ${money(LOW_BALANCE_DOLLARS)}`,
    text: `${dollars(balance)} left. Add funds to continue using API keys.`,
  }),
  payment_received: (payment) => ({
    title: "Payment received",
    text:
      payment.product === "balance"
        ? `${paid(payment)} was added to your balance.`
        : `${paid(payment)} for one year of Latchkey Premium.`,
  }),
  payment_failed: (payment) => ({
    title: "Payment failed",
    text: `${paid(payment)} could not be charged. Your ${payment.product === "balance" ? "balance" : "plan"} has not changed.`,
  }),
  key_expiring: ({ name, expires_at, days }) => ({
    title: `API key “${name}” expires ${days > 1 ? `in ${days} days` : "within a day"}`,
    text: `It stops working on ${formatMoment(expires_at)}. Extend its expiry date or rotate it before then.`,
  }),
  budget_reached: (budget) => (budget.level === 100 ? spentBudget(budget) : usedBudget(budget)),
  new_sign_in: ({ device, country }) => ({
    title: "Sign-in from a new location",
    text: `${signInLocation(device, country)}. If this wasn't you, end that session and change your password.`,
  }),
  invitation_accepted: ({ email }) => ({
    title: "Invitation accepted",
    text: `${email} has joined Latchkey.`,
  }),
  charging_changed: () => ({
    title: "How requests are charged has changed",
    text: `There is now one rule for each way a request can end, and you never pay more than was reserved for it. Premium includes up to ${PLAN_REQUESTS_PER_MONTH.toLocaleString("en-US")} requests and $${dollarsFromMicros(PLAN_MICROS_PER_MONTH)} of usage a month.`,
  }),
};

const spentOf = ({ spent, budget }: Budget) => `${dollars(spent)} of ${dollars(budget)} spent.`;

const usedBudget = (budget: Budget): NotificationText => ({
  title: `“${budget.name}” has used ${budget.level}% of its ${PERIOD_NAMES[budget.period]} budget`,
  text: `${spentOf(budget)} It resets on ${formatMoment(budget.resets_at)}.`,
});

const spentBudget = (budget: Budget): NotificationText => ({
  title: `“${budget.name}” has reached its ${PERIOD_NAMES[budget.period]} budget`,
  text: `${spentOf(budget)} Requests that could cost more than what is left are refused until ${formatMoment(budget.resets_at)}.`,
});

function signInLocation(device: string | null, country: string | null): string {
  const parts = [device ?? "An unknown device", country === null ? null : countryName(country)];
  return parts.filter((part) => part !== null).join(", ");
}

/** A notification as plain text; times are in UTC. */
export function textOf<Kind extends NotificationKind>(
  payload: { kind: Kind } & NotificationFacts[Kind],
): NotificationText {
  return TEXTS[payload.kind](payload);
}

/** The public id of the key or order that a notification is about; null when it is about neither. */
export function subjectOf(payload: NotificationPayload): string | null {
  if ("key" in payload) return payload.key;
  return "order" in payload ? payload.order : null;
}
