import { ARRIVES_WITHIN_DAYS } from "./checkout.ts";
import { byRestriction } from "./gateway/restrictions/words.ts";
import { dollarsFromMicros, MICROS_PER_CENT } from "./money.ts";
import type { NotificationFacts, NotificationKind, NotificationPayload } from "./notifications.ts";
import { LOW_BALANCE_DOLLARS } from "./products.ts";
import { securityText, securityTitle, signInLocation } from "./security-text.ts";
import { utcMoment } from "./time.ts";

interface NotificationText {
  title: string;
  text: string;
}

interface Link {
  label: string;
  /** Of this site. */
  path: string;
}

interface EmailText extends NotificationText {
  /** The button of the email. */
  action: Link;
  /** A second way out, as a line of its own. */
  more?: Link;
}

type Payment = NotificationFacts["payment_received"];
type Budget = NotificationFacts["budget_reached"];
type Refused = NotificationFacts["key_refused"];

const CENTS = 100;
const PERIOD_NAMES = { day: "daily", week: "weekly", month: "monthly" } as const;

const money = (amount: number, sign = "$", decimals = 2) =>
  `${amount < 0 ? "−" : ""}${sign}${Math.abs(amount).toFixed(decimals)}`;
const dollars = (micros: number) => money(dollarsFromMicros(micros));
const paid = ({ amount_minor, currency }: Payment) =>
  money(amount_minor / CENTS, currency === "usd" ? "$" : "₹");

const monthName = (at: number) =>
  new Date(at).toLocaleString("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

const cents = (amountMinor: number) => money(amountMinor / CENTS);

const BILLING_SETTINGS = "/billing?tab=settings";
const viewReceipt = (order: string): Link => ({
  label: "View receipt",
  path: `/billing/receipts/${encodeURIComponent(order)}`,
});
const keyUsage = (key: string) => `/api-keys/${encodeURIComponent(key)}/usage`;
const REPLACE_CARD: Link = { label: "Replace the card", path: BILLING_SETTINGS };
const OPEN_KEYS: Link = { label: "Open API keys", path: "/api-keys" };

function autoTopUpText(facts: NotificationFacts["auto_top_up"]): EmailText {
  switch (facts.event) {
    case "succeeded":
      return {
        title: `Auto top-up added ${cents(facts.amount_minor)}`,
        text: "Your saved card was charged because your balance was low.",
        action: viewReceipt(facts.order),
      };
    case "declined":
      return {
        title: "Auto top-up stopped: your card was declined",
        text: `${facts.card} could not be charged ${cents(facts.amount_minor)} (${facts.reason}). We won’t try again until you replace the card.`,
        action: REPLACE_CARD,
      };
    case "confirmation_needed":
      return {
        title: `Confirm a charge of ${cents(facts.amount_minor)}`,
        text: `Your bank wants you to confirm this auto top-up. Your balance will update once you do. Confirm it by ${utcMoment(facts.confirm_by)}.`,
        action: {
          label: "Confirm the charge",
          path: `/billing/auto-top-up/${encodeURIComponent(facts.order)}`,
        },
      };
    case "not_confirmed":
      return {
        title: "Auto top-up stopped: a charge wasn’t confirmed",
        text: `The charge of ${cents(facts.amount_minor)} was canceled. We won’t try again until you replace the card.`,
        action: REPLACE_CARD,
      };
    case "limit_reached":
      return {
        title: "Auto top-up reached its monthly limit",
        text: `Another charge would exceed your limit of ${cents(facts.limit_minor)} a month. It resets on ${utcMoment(facts.resets_at)}.`,
        action: { label: "Change the limit", path: BILLING_SETTINGS },
      };
    case "card_removed":
      return {
        title: `${facts.card} was removed`,
        text: "Auto top-up is off until you save another card and turn it on again.",
        action: { label: "Open billing settings", path: BILLING_SETTINGS },
      };
  }
}

const TEXTS: { [Kind in NotificationKind]: (facts: NotificationFacts[Kind]) => EmailText } = {
  low_balance: ({ balance, threshold }) => ({
    title: `Balance under ${threshold === undefined ? money(LOW_BALANCE_DOLLARS) : dollars(threshold)}`,
    text: `${dollars(balance)} left. Add funds to continue using API keys.`,
    action: { label: "Add funds", path: "/add-balance" },
    more: { label: "Change this amount, or turn on auto top-up", path: BILLING_SETTINGS },
  }),
  spend_alert: ({ amount, spent, month }) => ({
    title: `Spend in ${monthName(month)} reached ${dollars(amount)}`,
    text: `${dollars(spent)} spent since ${utcMoment(month)}. Requests aren’t stopped. To stop them at an amount, set a spending limit.`,
    action: { label: "Open spend alerts", path: `${BILLING_SETTINGS}#spend-alerts` },
  }),
  payment_pending: ({ arrives_by, ...payment }) => ({
    title: `${paid(payment)} pending`,
    text: `Your payment is on its way. It arrives in up to ${ARRIVES_WITHIN_DAYS} days, by ${utcMoment(arrives_by)}. ${
      payment.product === "balance" ? "It isn’t in your balance yet." : "Your plan starts then."
    }`,
    action: viewReceipt(payment.order),
  }),
  payment_received: (payment) => ({
    title: "Payment received",
    text:
      payment.product === "balance"
        ? `${paid(payment)} was added to your balance.`
        : `${paid(payment)} for one year of Latchkey Premium.`,
    action: viewReceipt(payment.order),
  }),
  payment_failed: (payment) => ({
    title: "Payment failed",
    text:
      payment.product === "balance"
        ? `Your bank refused ${paid(payment)}. Nothing was added.`
        : `Your bank refused ${paid(payment)}. Your plan has not changed.`,
    action: { label: "Try again", path: "/add-balance" },
  }),
  auto_top_up: autoTopUpText,
  key_expiring: ({ name, expires_at, days }) => ({
    title: `API key “${name}” expires ${days > 1 ? `in ${days} days` : "within a day"}`,
    text: `It stops working on ${utcMoment(expires_at)}. Extend its expiry date or rotate it before then.`,
    action: OPEN_KEYS,
  }),
  budget_reached: (budget) => ({
    ...(budget.level === 100 ? spentBudget(budget) : usedBudget(budget)),
    action: { label: "View usage", path: keyUsage(budget.key) },
  }),
  key_refused: (refused) => {
    const { title, help } = (REFUSED[refused.code as LastingCode] ?? REFUSED.other)(refused);
    return {
      title,
      text: `Since ${utcMoment(refused.since)}, requests with “${refused.name}” have been refused. None is charged. ${help}`,
      action: { label: "See what is refused", path: keyUsage(refused.key) },
    };
  },
  new_sign_in: ({ at, ...place }) => ({
    title: "Sign-in from a new location",
    text: `${signInLocation(place)}.${at === undefined ? "" : ` Signed in on ${utcMoment(at)}.`} If this wasn't you, end that session and change your password.`,
    action: { label: "Review sessions", path: "/profile#sessions" },
  }),
  invitation_accepted: ({ email }) => ({
    title: "Invitation accepted",
    // Without the address of a guest who has deleted their account since.
    text: `${email || "Someone you invited"} has joined Latchkey.`,
    action: { label: "Open Latchkey", path: "/" },
  }),
  security_changed: (change) => ({
    title: securityTitle(change),
    text: securityText(change),
    action:
      change.change === "keys_revoked"
        ? OPEN_KEYS
        : { label: "Review activity", path: "/activity?kind=access" },
  }),
};

type LastingCode = keyof typeof REFUSED;
const REFUSED = {
  insufficient_balance: () => ({
    title: "Requests are refused: your balance is too low",
    help: "Add funds so that your keys work again.",
  }),
  budget_exceeded: ({ name }: Refused) => ({
    title: `“${name}” is refused: its budget is too low for the request`,
    help: "Raise the budget, or lower the request’s token limit.",
  }),
  spending_limit_exceeded: () => ({
    title: "Requests are refused: your account reached its spending limit",
    help: "Raise the limit, or wait until it resets.",
  }),
  quota_exceeded: () => ({
    title: "Requests are refused: your plan is used up",
    help: "Let further requests draw on your balance, or wait until the plan’s month ends.",
  }),
  account_suspended: () => ({
    title: "Requests are refused: your account is suspended",
    help: "Please contact support.",
  }),
  key_disabled: ({ name }: Refused) => ({
    title: `“${name}” is still in use, but disabled`,
    help: "Enable the key, or use another one.",
  }),
  invalid_api_key: ({ name }: Refused) => ({
    title: `“${name}” is still in use, but revoked`,
    help: "Replace it with a new key where it is used.",
  }),
  key_expired: ({ name }: Refused) => ({
    title: `“${name}” is still in use, but expired`,
    help: "Extend its expiry date, or replace it with a new key where it is used.",
  }),
  model_not_found: ({ name }: Refused) => ({
    title: `“${name}” asks for a model that doesn’t exist`,
    help: "Compare the model’s name in your requests with the list of models.",
  }),
  ...byRestriction(({ title, help }) => ({ name }: Refused) => ({ title: title(name), help })),
  other: ({ name }: Refused) => ({
    title: `“${name}” is refused`,
    help: "The key’s page shows why.",
  }),
};

/** With all digits where cents are not enough for the budget. */
function spentOf({ spent, budget }: Budget): string {
  const decimals = budget % MICROS_PER_CENT === 0 ? 2 : 6;
  const [used, of] = [spent, budget].map((micros) => money(dollarsFromMicros(micros), "$", decimals));
  return `${used} of ${of} spent.`;
}

const usedBudget = (budget: Budget): NotificationText => ({
  title: `“${budget.name}” has used ${budget.level}% of its ${PERIOD_NAMES[budget.period]} budget`,
  text: `${spentOf(budget)} It resets on ${utcMoment(budget.resets_at)}.`,
});

const spentBudget = (budget: Budget): NotificationText => ({
  title: `“${budget.name}” has reached its ${PERIOD_NAMES[budget.period]} budget`,
  text: `${spentOf(budget)} Requests that could cost more than what is left are refused until ${utcMoment(budget.resets_at)}.`,
});

type Payload<Kind extends NotificationKind> = { kind: Kind } & NotificationFacts[Kind];

/** A notification as plain text, with where its email leads; times are in UTC. */
export const emailTextOf = <Kind extends NotificationKind>(payload: Payload<Kind>): EmailText =>
  TEXTS[payload.kind](payload);

/** A notification as plain text; times are in UTC. */
export function textOf<Kind extends NotificationKind>(payload: Payload<Kind>): NotificationText {
  const { title, text } = emailTextOf(payload);
  return { title, text };
}

/** The public id of the key or order that a notification is about; null when it is about neither. */
export function subjectOf(payload: NotificationPayload): string | null {
  if ("key" in payload) return payload.key;
  return "order" in payload ? payload.order : null;
}
