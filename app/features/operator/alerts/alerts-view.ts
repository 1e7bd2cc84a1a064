import { formatCount, formatDate, formatMinute, formatNumber, formatTime } from "#app/lib/format.ts";
import type { AlertDestination, AlertRuleItem, FiringAlert } from "#core/contract/operator-alerts.ts";

/** `13:58` on the day of `now`, else with its date. */
export function momentText(at: string, now: number): string {
  const date = formatDate(at);
  return date === formatDate(now) ? formatTime(at) : formatMinute(at);
}

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
