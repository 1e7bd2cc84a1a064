import type { SecurityChangeKind } from "#core/domain/notifications.ts";
import { OPERATOR_REASON_MAX, type OperatorAction } from "#core/domain/operator.ts";
import type { OperatorContext } from "#core/services/context.ts";
import type { SecurityChange } from "#core/storage/notifications.ts";
import type { OperatorDetail, OperatorEntry } from "#core/storage/operator-log.ts";
import { invalidField } from "./look-up-account.ts";

interface Facts {
  accountId: number | null;
  reason: string | null;
  detail?: OperatorDetail;
}

/** The entry of the operator log for an action of this request or command. */
export function operatorEntry(
  { operator, via, address, requestId, clock }: OperatorContext,
  action: OperatorAction,
  { accountId, reason, detail = {} }: Facts,
): OperatorEntry {
  return { operator, via, action, accountId, reason, detail, place: address, requestId, at: clock.now() };
}

const required = (field: "reason" | "note") => (text: string) => {
  const trimmed = text.trim();
  if (trimmed === "") throw invalidField(field, `The ${field} is missing.`);
  if (trimmed.length > OPERATOR_REASON_MAX)
    throw invalidField(field, `The ${field} must have at most ${OPERATOR_REASON_MAX} characters.`);
  return trimmed;
};

/** Without the spaces around it. @throws DomainError `invalid_request` naming the field. */
export const requiredReason = required("reason");

/** Like `requiredReason`, for what stays beside a closed event, difference or alert. */
export const requiredNote = required("note");

/** What the customer is notified of: neither who did it, nor from where, nor why. */
export const operatorNotice = (change: SecurityChangeKind, at: number): SecurityChange => ({
  change,
  at,
  method: null,
  device: null,
  city: null,
  country: null,
});
