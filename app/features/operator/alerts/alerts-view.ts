import { formatCount, formatDate, formatMinute, formatNumber, formatTime } from "#app/lib/format.ts";
import type {
  AlertDestination,
  AlertHandling,
  AlertRuleItem,
  FiringAlert,
} from "#core/contract/operator-alerts.ts";
import { ageText } from "#core/domain/alert-findings.ts";

export const SEVERITY_LABELS: Record<FiringAlert["severity"], string> = {
  critical: "Critical",
  warning: "Warning",
};

/** `13:58` on the day of `now`, else with its date. */
export function momentText(at: string, now: number): string {
  const date = formatDate(at);
  return date === formatDate(now) ? formatTime(at) : formatMinute(at);
}

/** `34 min`, up to `now` for an alert that fires. */
export const lastedText = (startedAt: string, until: string | number) =>
  ageText(new Date(until).getTime() - Date.parse(startedAt));

/** `13:58 by email and webhook` */
export function notifiedText({ notified_at, notified_by, muted_until }: FiringAlert, now: number): string {
  if (notified_at !== null) return `${momentText(notified_at, now)} by ${notified_by.join(" and ")}`;
  return muted_until === null ? "Not yet" : "Not while it’s muted";
}

/** `11 rules · 2 firing, 1 muted` */
export function rulesText(rules: readonly AlertRuleItem[]): string {
  const firing = rules.filter((rule) => rule.firing > 0).length;
  const muted = rules.filter(({ state }) => state === "muted").length;
  return `${formatNumber(rules.length)} rules · ${firing} firing, ${muted} muted`;
}

export const KIND_LABELS: Record<AlertDestination["kind"], string> = {
  email: "Email",
  webhook: "Signed webhook",
};

/** `503, 5 attempts. Next try 14:58` */
export function failingText(
  { error, attempts, next_at }: NonNullable<AlertDestination["failing"]>,
  now: number,
): string {
  return `${error}, ${formatCount(attempts, "attempt")}. Next try ${momentText(next_at, now)}`;
}

/** `2 alerts firing` */
export const firingText = (count: number) => `${formatCount(count, "alert")} firing`;

/** `2 alerts firing, 1 acknowledged` */
export function allFiringText(firing: readonly FiringAlert[]): string {
  const acknowledged = firing.filter(({ acknowledged_at }) => acknowledged_at !== null).length;
  const text = firingText(firing.length);
  return acknowledged === 0 ? text : `${text}, ${formatNumber(acknowledged)} acknowledged`;
}

/** `Closed by dana: known, ticket 2401`; null for an alert that nobody has handled. */
export function handledText({ acknowledged_by, closed_by, note }: AlertHandling): string | null {
  const who = closed_by !== null ? `Closed by ${closed_by}` : `Acknowledged by ${acknowledged_by}`;
  if (closed_by === null && acknowledged_by === null) return null;
  return note === null ? who : `${who}: ${note}`;
}
