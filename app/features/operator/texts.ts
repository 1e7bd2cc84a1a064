import { choiceParameter, choicesOf } from "#app/lib/address.ts";
import { formatCount, formatMoney } from "#app/lib/format.ts";
import type { AccountStatus } from "#core/contract/operator.ts";
import type { AlertHandling, FiringAlert } from "#core/contract/operator-alerts.ts";
import type { PaymentRange } from "#core/contract/operator-payments.ts";
import { ageText } from "#core/domain/alert-findings.ts";
import type { Plan } from "#core/domain/plans.ts";

/** A deleted account has no address anymore. */
export const accountText = (email: string): string => email || "Deleted account";

export const STATUS_LABELS: Record<AccountStatus, string> = {
  active: "Active",
  stopped: "Stopped",
  suspended: "Suspended",
  closed: "Closed",
};

export const PLAN_LABELS: Record<Plan, string> = { Free: "Free", Premium: "Premium", Business: "Business" };

/** `$25.00` or `₹100.00` */
export const moneyText = (amount: number, currency: "usd" | "inr") =>
  formatMoney(amount, currency === "usd" ? "USD" : "INR");

export const RANGE_LABELS: Record<PaymentRange, string> = {
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

export const rangeParameter = choiceParameter("range", choicesOf(RANGE_LABELS), "24h");

export const SEVERITY_LABELS: Record<FiringAlert["severity"], string> = {
  critical: "Critical",
  warning: "Warning",
};

/** `34 min`, up to `now` for an alert that fires. */
export const lastedText = (startedAt: string, until: string | number) =>
  ageText(new Date(until).getTime() - Date.parse(startedAt));

/** `2 alerts firing` */
export const firingText = (count: number) => `${formatCount(count, "alert")} firing`;

/** `Closed by dana: known, ticket 2401`; null for an alert that nobody has handled. */
export function handledText({ acknowledged_by, closed_by, note }: AlertHandling): string | null {
  const who = closed_by !== null ? `Closed by ${closed_by}` : `Acknowledged by ${acknowledged_by}`;
  if (closed_by === null && acknowledged_by === null) return null;
  return note === null ? who : `${who}: ${note}`;
}
