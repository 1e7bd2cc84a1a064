import { z } from "zod";
import { type AuditItem, auditDetail, auditPlace } from "#core/contract/audit.ts";
import { AUDIT_ACTIONS, type AuditActor } from "#core/domain/audit.ts";
import type { AuditLogRow } from "#core/storage/audit-log.ts";

const origin = z
  .object({ by: z.enum(["key", "rotation"]), order: z.string() })
  .partial()
  .catch({});
const told = auditDetail.catch({});
const place = auditPlace.nullable().catch(null);
const operators: readonly string[] = AUDIT_ACTIONS.money;

/** An entry as its account is shown it: of what is stored beside it, only what the contract names. */
export function auditItem({
  id,
  createdAt,
  action,
  subject,
  keyName,
  detail,
  requestId,
  place: from,
}: AuditLogRow): AuditItem {
  const stored: unknown = JSON.parse(detail ?? "{}");
  return {
    id: `au_${id}`,
    created_at: new Date(createdAt).toISOString(),
    action,
    by: operators.includes(action) ? "operator" : actorOf(stored),
    key: keyName === null ? null : { id: subject, name: keyName },
    detail: { ...told.parse(stored), ...(action === "plan.set" && { plan: subject }) },
    place: place.parse(from === null ? null : JSON.parse(from)),
    request_id: requestId,
  };
}

function actorOf(stored: unknown): AuditActor {
  const { by, order } = origin.parse(stored);
  return by ?? (order === undefined ? "owner" : "purchase");
}
