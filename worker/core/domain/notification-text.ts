import { ARRIVES_WITHIN_DAYS } from "./checkout.ts";
import { countryName } from "./country-name.ts";
import { byRestriction } from "./gateway/restrictions/refusals.ts";
import { dollarsFromMicros, MICROS_PER_CENT } from "./money.ts";
import type { NotificationFacts, NotificationKind, NotificationPayload } from "./notifications.ts";
import { LOW_BALANCE_DOLLARS } from "./products.ts";

interface NotificationText {
  title: string;
  text: string;
}

type Payment = NotificationFacts["payment_received"];
type Budget = NotificationFacts["budget_reached"];
type Refused = NotificationFacts["key_refused"];
type SecurityChange = NotificationFacts["security_changed"];

const CENTS = 100;
const PERIOD_NAMES = { day: "daily", week: "weekly", month: "monthly" } as const;

const money = (amount: number, sign = "$", decimals = 2) =>
  `${amount < 0 ? "−" : ""}${sign}${Math.abs(amount).toFixed(decimals)}`;
const dollars = (micros: number) => money(dollarsFromMicros(micros));
const paid = ({ amount_minor, currency }: Payment) =>
  money(amount_minor / CENTS, currency === "usd" ? "$" : "₹");

const formatMoment = (at: number) => `${new Date(at).toLocaleString("en-US", MOMENT)} UTC`;
const MOMENT: Intl.DateTimeFormatOptions = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
};

const monthName = (at: number) =>
  new Date(at).toLocaleString("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

const cents = (amountMinor: number) => money(amountMinor / CENTS);

function autoTopUpText(facts: NotificationFacts["auto_top_up"]): NotificationText {
  switch (facts.event) {
    case "succeeded":
      return {
        title: `Auto top-up added ${cents(facts.amount_minor)}`,
        text: "Your saved card was charged because your balance was low.",
      };
    case "declined":
      return {
        title: "Auto top-up stopped: your card was declined",
        text: `${facts.card} could not be charged ${cents(facts.amount_minor)} (${facts.reason}). We won’t try again until you replace the card.`,
      };
    case "confirmation_needed":
      return {
        title: `Confirm a charge of ${cents(facts.amount_minor)}`,
        text: `Your bank wants you to confirm this auto top-up. Your balance will update once you do. Confirm it by ${formatMoment(facts.confirm_by)}.`,
      };
    case "not_confirmed":
      return {
        title: "Auto top-up stopped: a charge wasn’t confirmed",
        text: `The charge of ${cents(facts.amount_minor)} was canceled. We won’t try again until you replace the card.`,
      };
    case "limit_reached":
      return {
        title: "Auto top-up reached its monthly limit",
        text: `Another charge would exceed your limit of ${cents(facts.limit_minor)} a month. It resets on ${formatMoment(facts.resets_at)}.`,
      };
    case "card_removed":
      return {
        title: `${facts.card} was removed`,
        text: "Auto top-up is off until you save another card and turn it on again.",
      };
  }
}

const TEXTS: { [Kind in NotificationKind]: (facts: NotificationFacts[Kind]) => NotificationText } = {
  low_balance: ({ balance, threshold }) => ({
    title: `Balance under ${threshold === undefined ? money(LOW_BALANCE_DOLLARS) : dollars(threshold)}`,
    text: `${dollars(balance)} left. Add funds to continue using API keys.`,
  }),
  spend_alert: ({ amount, spent, month }) => ({
    title: `Spend in ${monthName(month)} reached ${dollars(amount)}`,
    text: `${dollars(spent)} spent since ${formatMoment(month)}. Requests aren’t stopped. To stop them at an amount, set a spending limit.`,
  }),
  payment_pending: ({ arrives_by, ...payment }) => ({
    title: `${paid(payment)} pending`,
    text: `Your payment is on its way. It arrives in up to ${ARRIVES_WITHIN_DAYS} days, by ${formatMoment(arrives_by)}. ${
      payment.product === "balance" ? "It isn’t in your balance yet." : "Your plan starts then."
    }`,
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
    text:
      payment.product === "balance"
        ? `Your bank refused ${paid(payment)}. Nothing was added.`
        : `Your bank refused ${paid(payment)}. Your plan has not changed.`,
  }),
  auto_top_up: autoTopUpText,
  key_expiring: ({ name, expires_at, days }) => ({
    title: `API key “${name}” expires ${days > 1 ? `in ${days} days` : "within a day"}`,
    text: `It stops working on ${formatMoment(expires_at)}. Extend its expiry date or rotate it before then.`,
  }),
  budget_reached: (budget) => (budget.level === 100 ? spentBudget(budget) : usedBudget(budget)),
  key_refused: (refused) => {
    const { title, help } = (REFUSED[refused.code as LastingCode] ?? REFUSED.other)(refused);
    return {
      title,
      text: `Since ${formatMoment(refused.since)}, requests with “${refused.name}” have been refused. None is charged. ${help}`,
    };
  },
  new_sign_in: ({ at, ...place }) => ({
    title: "Sign-in from a new location",
    text: `${signInLocation(place)}.${at === undefined ? "" : ` Signed in on ${formatMoment(at)}.`} If this wasn't you, end that session and change your password.`,
  }),
  invitation_accepted: ({ email }) => ({
    title: "Invitation accepted",
    // Without the address of a guest who has deleted their account since.
    text: `${email || "Someone you invited"} has joined Latchkey.`,
  }),
  security_changed: (change) => ({
    title: securityTitle(change),
    text: `${securityMoment(change)} ${SECURITY_HELP[change.change]}`,
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
  ...byRestriction(({ notice }) => ({ name }: Refused) => ({
    title: notice.title(name),
    help: notice.help,
  })),
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
  text: `${spentOf(budget)} It resets on ${formatMoment(budget.resets_at)}.`,
});

const spentBudget = (budget: Budget): NotificationText => ({
  title: `“${budget.name}” has reached its ${PERIOD_NAMES[budget.period]} budget`,
  text: `${spentOf(budget)} Requests that could cost more than what is left are refused until ${formatMoment(budget.resets_at)}.`,
});

interface Place {
  device: string | null;
  country: string | null;
  city?: string | null | undefined;
}

function signInLocation({ device, city, country }: Place): string {
  const parts = [device ?? "An unknown device", city, country === null ? null : countryName(country)];
  return parts.filter((part) => part !== null && part !== undefined).join(", ");
}

const tokenName = (name: string | null) => (name === null ? "An access token" : `Access token “${name}”`);

function securityTitle({ change, method }: SecurityChange): string {
  switch (change) {
    case "mfa_enabled":
      return "Two-factor authentication was turned on";
    case "mfa_disabled":
      return "Two-factor authentication was turned off";
    case "mfa_recovered":
      return "A recovery code turned off two-factor authentication";
    case "password_changed":
      return "Your password was changed";
    case "method_linked":
      return `${method ?? "A sign-in method"} was linked to your account`;
    case "method_removed":
      return `${method ?? "A sign-in method"} was removed from your account`;
    case "token_created":
      return `${tokenName(method)} was created`;
    case "token_revoked":
      return `${tokenName(method)} was revoked`;
    case "tokens_revoked":
      return "All your access tokens were revoked";
    case "keys_stopped":
      return "All your keys were stopped";
    case "keys_started":
      return "Your keys were started again";
    case "account_suspended":
      return "Your account was suspended";
    case "account_resumed":
      return "Your account is no longer suspended";
    case "keys_revoked":
      return "All your API keys were revoked";
  }
}

const SECURITY_HELP: Record<SecurityChange["change"], string> = {
  mfa_enabled: "If this wasn't you, change your password and contact support.",
  mfa_disabled: "If this wasn't you, change your password and turn it on again.",
  mfa_recovered:
    "You now sign in with a new password and without a code. All sessions were signed out, and your access tokens and other recovery codes no longer work. If this wasn't you, reset your password at once. Then set up two-factor authentication again.",
  password_changed: "Your other sessions were signed out. If this wasn't you, reset your password at once.",
  method_linked: "If this wasn't you, unlink it and change your password.",
  method_removed: "If this wasn't you, change your password and link it again.",
  token_created: "If this wasn't you, revoke it under Settings and change your password.",
  token_revoked: "Requests with it are refused. If this wasn't you, change your password.",
  tokens_revoked: "Requests with them are refused. If this wasn't you, change your password.",
  keys_stopped:
    "Every request of your account is refused, and none is charged, until you start the keys again under Billing, Settings. If this wasn't you, change your password.",
  keys_started: "Requests are accepted again. If this wasn't you, stop the keys and change your password.",
  account_suspended:
    "Requests with your keys are refused, and none is charged. Your keys and your balance are kept, and you can still sign in and see your usage. To have the suspension lifted, contact support.",
  account_resumed:
    "Requests with your keys are accepted again. Your keys and your balance are as they were. If you have questions, contact support.",
  keys_revoked:
    "We revoked them, and every request with one of them is refused. Create new keys and use them in your applications. Your balance is as it was. If you have questions, contact support.",
};

/** A change that was only noticed has no place: the request that showed it may not be the one that made it. */
function securityMoment({ at, device, city, country }: SecurityChange): string {
  const known = [device, city, country].some((part) => part !== null);
  return `${formatMoment(at)}${known ? `, from ${signInLocation({ device, city, country })}` : ""}.`;
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
