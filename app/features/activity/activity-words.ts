import { formatDate, formatDollars } from "#app/lib/format.ts";
import type { AuditItem, AuditPlace } from "#core/contract/audit.ts";
import type { AuditAction, AuditActor } from "#core/domain/audit.ts";
import { countryName } from "#core/domain/country-name.ts";

type Detail = AuditItem["detail"];

interface ActivityWords {
  text: string;
  /** What else is to be said of it; empty when nothing is. */
  note: string;
}

const WORDS: Record<AuditAction, (item: AuditItem) => ActivityWords> = {
  "key.created": (item) => said(`${keyOf(item)} was created`),
  "key.revealed": (item) => said(`${keyOf(item)} was shown in full`),
  "key.changed": (item) => said(`${keyOf(item)} was changed`, changesOf(item.detail)),
  "key.rotated": (item) => said(`${keyOf(item)} was rotated`, overlapOf(item.detail)),
  "key.revoked": (item) => said(`${keyOf(item)} was revoked`),
  "email.changed": () => said("The email address was changed"),
  "mfa.enabled": () => said("Two-factor authentication was turned on"),
  "mfa.disabled": () => said("Two-factor authentication was turned off"),
  "session.ended": () => said("A session was ended"),
  "user.invited": () => said("An invitation was sent"),
  "account.closed": () => said("The account was deleted"),
  "credit.granted": ({ detail }) =>
    said(`${formatDollars(detail.dollars)} credit was granted`, detail.reason),
  "credit.taken_back": ({ detail }) =>
    said(`${formatDollars(detail.dollars)} credit was taken back`, detail.reason),
  "payment.returned": () => said("A payment that arrived after the account was deleted was refunded"),
  "plan.set": ({ detail }) => said(`The plan was set to ${detail.plan ?? "another"}`),
};

export const wordsFor = (item: AuditItem): ActivityWords => WORDS[item.action](item);

export const ACTORS: Record<AuditActor, string> = {
  owner: "You",
  key: "Holder of the key",
  rotation: "End of its rotation",
  purchase: "Your purchase",
  operator: "Support",
};

/** From where it was done, e.g. “Firefox on Windows · Lisbon, Portugal”; empty when that is not known. */
export function placeOf({ place }: { place: AuditPlace | null }): string {
  const { device = null, city = null, country = null } = place ?? {};
  return [device, [city, country && countryName(country)].filter(Boolean).join(", ")]
    .filter(Boolean)
    .join(" · ");
}

const said = (text: string, note = ""): ActivityWords => ({ text, note });

const keyOf = ({ key }: AuditItem) => (key === null ? "A key" : `Key “${key.name}”`);

/** A list of what became of each thing that was changed. */
function changesOf(detail: Detail): string {
  const { name, disabled, expires_at, allowed_origins } = detail;
  const changes = [
    name !== undefined && `named “${name}”`,
    disabled !== undefined && (disabled ? "disabled" : "enabled"),
    expires_at !== undefined && (expires_at === null ? "never expires" : `expires ${formatDate(expires_at)}`),
    allowed_origins !== undefined && originsOf(allowed_origins),
    budgetsOf(detail),
  ];
  const list = changes.filter((change) => typeof change === "string").join(", ");
  return list.charAt(0).toUpperCase() + list.slice(1);
}

const originsOf = (origins: readonly string[]) =>
  origins.length === 0 ? "no page may use it" : `pages of ${origins.join(", ")} may use it`;

function budgetsOf({ budget_day, budget_week, budget_month }: Detail): string | false {
  const budgets = { day: budget_day, week: budget_week, month: budget_month };
  const given = Object.entries(budgets).filter(([, amount]) => amount !== undefined);
  if (given.length === 0) return false;
  const set = given.flatMap(([period, amount]) =>
    amount === null ? [] : [`${formatDollars(amount)} a ${period}`],
  );
  return set.length === 0 ? "no budget" : `budget ${set.join(", ")}`;
}

function overlapOf({ overlap_hours: hours }: Detail): string | undefined {
  if (hours === undefined) return undefined;
  if (hours === 0) return "The old key was revoked at once";
  return `The old key went on working for ${hours === 1 ? "an hour" : `${hours} hours`}`;
}
