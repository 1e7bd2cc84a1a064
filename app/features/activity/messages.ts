import { formatDate, formatPrice } from "#app/lib/format.ts";
import type { AuditItem, AuditPlace } from "#core/contract/audit.ts";
import { ACCOUNT_SETTINGS, SETTING_NAMES } from "#core/domain/account-settings.ts";
import type { AuditAction, AuditActor } from "#core/domain/audit.ts";
import { countryName } from "#core/domain/country-name.ts";
import type { Restrictions } from "#core/domain/gateway/restrictions/table.ts";
import { RESTRICTION_CHANGES } from "#core/domain/gateway/restrictions/words.ts";

export const activityMessages = {
  loading: "Loading your activity",
  failed: "Could not load your activity",
  none: "No activity yet",
  noneHint: "Changes to your keys, sign-in and balance appear here.",
} as const;

export const ACTORS: Record<AuditActor, string> = {
  owner: "You",
  token: "An access token",
  key: "Someone with the key",
  rotation: "Key rotation",
  purchase: "Your purchase",
  auto_top_up: "Auto top-up",
  operator: "Support",
};

type Description = { text: string; note: string };

const DESCRIPTIONS: Record<AuditAction, (item: AuditItem) => Description> = {
  "key.created": (item) => described(`${keyIn(item)} was created`, changesIn(item.detail)),
  "key.revealed": (item) => described(`${keyIn(item)} was revealed`),
  "key.changed": (item) => described(`${keyIn(item)} was changed`, changesIn(item.detail)),
  "key.rotated": (item) => described(`${keyIn(item)} was rotated`, overlapIn(item.detail)),
  "key.revoked": (item) => described(`${keyIn(item)} was revoked`),
  "session.started": () => described("A device signed in"),
  "password.changed": () => described("The password was changed"),
  "method.linked": ({ detail }) => described(`${detail.method ?? "A sign-in method"} was linked`),
  "method.removed": ({ detail }) => described(`${detail.method ?? "A sign-in method"} was removed`),
  "recovery.codes_replaced": () => described("New recovery codes were created"),
  "recovery.code_tried": () => described("A recovery code was entered"),
  "mfa.recovered": () => described("Two-factor authentication was turned off with a recovery code"),
  "token.created": ({ detail }) =>
    described(`${tokenIn(detail)} was created`, (detail.scopes ?? []).join(", ")),
  "token.revoked": ({ detail }) => described(`${tokenIn(detail)} was revoked`),
  "tokens.revoked": () => described("All access tokens were revoked"),
  "email.changed": () => described("The email address was changed"),
  "mfa.enabled": () => described("Two-factor authentication was turned on"),
  "mfa.disabled": () => described("Two-factor authentication was turned off"),
  "session.ended": () => described("A session was signed out"),
  "sessions.ended": () => described("All sessions were signed out"),
  "user.invited": ({ detail }) =>
    described(
      detail.email === undefined ? "An invitation was sent" : `An invitation was sent to ${detail.email}`,
    ),
  "balance.topped_up": ({ detail }) => described(`${formatPrice(detail.dollars)} was added to the balance`),
  "account.exported": () => described("The account’s data was downloaded"),
  "account.stopped": () => described("All keys were stopped"),
  "account.started": () => described("The keys were started again"),
  "account.suspended": () => described("The account was suspended", "Requests with its keys are refused"),
  "account.resumed": () => described("The account was resumed", "Requests with its keys are accepted again"),
  "low_balance.changed": ({ detail }) =>
    described(`Low balance notifications were set to ${formatPrice(detail.dollars)}`),
  "settings.changed": ({ detail }) => described(settingsIn(detail) || "Settings were changed"),
  "spend_alerts.changed": ({ detail }) => described("Spend alerts were changed", alertsIn(detail)),
  "account.closed": () => described("The account was deleted"),
  "credit.granted": ({ detail }) =>
    described(`${formatPrice(detail.dollars)} credit was granted`, detail.reason),
  "credit.taken_back": ({ detail }) =>
    described(`${formatPrice(detail.dollars)} credit was taken back`, detail.reason),
  "payment.returned": () => described("A payment that arrived after the account was deleted was refunded"),
  "payment.refunded": () => described("A payment was refunded", "Its transaction is on your statement"),
  "plan.changed": ({ detail }) =>
    described(
      "The plan was changed",
      detail.draws_on_balance
        ? "Pays from the balance when it is used up"
        : "Refuses requests when it is used up",
    ),
  "budgets.changed": (item) => described("The account’s spending limits were changed", limitsIn(item.detail)),
  "auto_top_up.changed": ({ detail }) =>
    described(
      detail.enabled ? "Auto top-up was turned on or changed" : "Auto top-up was turned off or changed",
      autoTopUpIn(detail),
    ),
  "auto_top_up.stopped": ({ detail }) => described("Auto top-up was stopped", detail.reason),
  "card.saved": ({ detail }) => described(`${detail.card ?? "A card"} was saved`),
  "card.removed": ({ detail }) => described(`${detail.card ?? "The saved card"} was removed`),
  "plan.set": ({ detail }) => described(`The plan was set to ${detail.plan ?? "another"}`),
};

/** Who did it; an access token by its name. */
export const actorOf = ({ by, detail }: AuditItem): string =>
  by === "token" && detail.token !== undefined ? `Access token “${detail.token}”` : ACTORS[by];

export const describeActivity = (item: AuditItem): Description => DESCRIPTIONS[item.action](item);

/** The device and location of an action, e.g. “Firefox on Windows · Lisbon, Portugal”; empty if unknown. */
export function locationOf({ place }: { place: AuditPlace | null }): string {
  const { device = null, city = null, country = null } = place ?? {};
  return [device, [city, country && countryName(country)].filter(Boolean).join(", ")]
    .filter(Boolean)
    .join(" · ");
}

const described = (text: string, note = ""): Description => ({ text, note });

const keyIn = ({ key }: AuditItem) => (key === null ? "A key" : `Key “${key.name}”`);

type Detail = AuditItem["detail"];

/** A deleted account's log has no names. */
const tokenIn = ({ name }: Detail) => (name === undefined ? "An access token" : `Access token “${name}”`);

function changesIn(detail: Detail): string {
  const { name, disabled, expires_at, shows_balance } = detail;
  const changes = [
    name !== undefined && `named “${name}”`,
    disabled !== undefined && (disabled ? "disabled" : "enabled"),
    expires_at !== undefined && (expires_at === null ? "never expires" : `expires ${formatDate(expires_at)}`),
    ...restrictionsIn(detail),
    shows_balance !== undefined && (shows_balance ? "can see the balance" : "can’t see the balance"),
    budgetsIn(detail),
  ];
  const list = changes.filter((change) => typeof change === "string").join(", ");
  return capitalized(list);
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const CHANGES: { [Name in keyof Restrictions]: (value: Restrictions[Name]) => string } = RESTRICTION_CHANGES;
// Its keys are the restrictions.
const RESTRICTIONS = Object.keys(CHANGES) as (keyof Restrictions)[];

const restrictionsIn = (detail: Detail) => RESTRICTIONS.map((name) => restrictionText(name, detail[name]));

const restrictionText = <Name extends keyof Restrictions>(
  name: Name,
  value: Restrictions[Name] | undefined,
) => value !== undefined && CHANGES[name](value);

const autoTopUpIn = ({ threshold, dollars, monthly_limit }: Detail) =>
  `Adds ${formatPrice(dollars)} below ${formatPrice(threshold)}, at most ${formatPrice(monthly_limit)} a month`;

const settingsIn = (detail: Detail) =>
  SETTING_NAMES.filter((name) => detail[name] !== undefined)
    .map((name) => ACCOUNT_SETTINGS[name].recorded(formatPrice(detail[name])))
    .join(". ");

const alertsIn = ({ amounts = [] }: Detail) =>
  amounts.length === 0 ? "No alerts" : `At ${amounts.map(formatPrice).join(", ")} a month`;

const budgetsIn = ({ budget_day, budget_week, budget_month }: Detail) =>
  amountsIn("budget", { day: budget_day, week: budget_week, month: budget_month });

function limitsIn({ budget_day, budget_month }: Detail): string {
  const limits = amountsIn("spending limit", { day: budget_day, month: budget_month });
  return capitalized(limits || "");
}

/** Those that a change names, null for none: `budget $5.00 per day, $80.00 per month`, `no budget`. */
function amountsIn(what: string, amounts: Record<string, number | null | undefined>): string | false {
  const changed = Object.entries(amounts).filter(([, amount]) => amount !== undefined);
  if (changed.length === 0) return false;
  const set = changed.flatMap(([period, amount]) =>
    amount === null ? [] : [`${formatPrice(amount)} per ${period}`],
  );
  return set.length === 0 ? `no ${what}` : `${what} ${set.join(", ")}`;
}

function overlapIn({ overlap_hours: hours }: Detail): string | undefined {
  if (hours === undefined) return undefined;
  if (hours === 0) return "The old key was revoked immediately";
  return `The old key kept working for ${hours === 1 ? "an hour" : `${hours} hours`}`;
}
