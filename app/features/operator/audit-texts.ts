import { formatCount, formatDate, formatDollars } from "#app/lib/format.ts";
import type { OperatorAction, OperatorAuditItem } from "#core/contract/operator.ts";
import { OPERATOR_ACTION_LABELS } from "#core/domain/operator.ts";
import { moneyText } from "./texts.ts";

export const VIA_LABELS: Record<OperatorAuditItem["via"], string> = {
  desk: "Desk",
  command: "Command",
  system: "System",
};

/** `Granted $10.00 credit` */
export function actionText({ action, detail }: OperatorAuditItem): string {
  const { dollars, plan, name } = detail;
  if (action === "credit.granted" && typeof dollars === "number")
    return `Granted ${formatDollars(dollars)} credit`;
  if (action === "credit.taken_back" && typeof dollars === "number")
    return `Took back ${formatDollars(dollars)} credit`;
  if (action === "plan.set" && typeof plan === "string") return `Set plan to ${plan}`;
  if (action === "key.revoked" && typeof name === "string") return `Revoked “${name}”`;
  const money = moneyIn(detail);
  if (action === "payment.refunded" && money !== null) return `Refunded ${money}`;
  if (action === "refund.requested" && money !== null) return `Requested a refund of ${money}`;
  return OPERATOR_ACTION_LABELS[action];
}

function moneyIn({ amount, currency }: OperatorAuditItem["detail"]): string | null {
  return typeof amount === "number" && (currency === "usd" || currency === "inr")
    ? moneyText(amount, currency)
    : null;
}

/** What the action is about, below the account's email. */
export function targetNote({ action, detail }: OperatorAuditItem): string {
  const { keys, valid_until, title } = detail;
  if (action === "keys.revoked" && typeof keys === "number") return formatCount(keys, "key");
  if (action === "plan.set" && typeof valid_until === "string")
    return `Until ${formatDate(valid_until, "UTC")}`;
  if ((action === "event.retried" || action === "event.closed") && typeof detail.type === "string")
    return detail.type;
  if (action === "difference.closed" && typeof detail.subject === "string") return detail.subject;
  if (action === "prices.published" || action === "prices.canceled" || action === "prices.rolled_back")
    return pricesNote(action, detail);
  return typeof title === "string" ? title : "";
}

/** `List 15, 4 models, from Dec 1, 2026`; of a rollback, the list that is now in force and the one it repeats. */
function pricesNote(
  action: OperatorAction,
  { list, back_to, models, from }: OperatorAuditItem["detail"],
): string {
  if (action === "prices.rolled_back") return `List ${list}, with the prices of list ${back_to}`;
  return [
    ...(typeof list === "number" ? [`List ${list}`] : []),
    ...(typeof models === "number" ? [formatCount(models, "model")] : []),
    ...(typeof from === "string" ? [`from ${formatDate(from, "UTC")}`] : []),
  ].join(", ");
}

/** `—` for nothing. */
export const detailText = (value: OperatorAuditItem["detail"][string]) =>
  value === null ? "—" : String(value);
