import { z } from "zod";
import {
  type AuditItem,
  type AuditQuery,
  type AuditResponse,
  auditDetail,
  auditPlace,
} from "#core/contract/audit.ts";
import { type AuditAction, type AuditActor, actionsOf } from "#core/domain/audit.ts";
import { cutPage, formatCursor, parseCursor } from "#core/domain/page.ts";
import { isoTime } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import { type AuditCursor, type AuditLogRow, readAuditLog } from "#core/storage/audit.ts";

const origin = z
  .object({ by: z.enum(["key", "rotation", "auto_top_up", "token", "operator"]), order: z.string() })
  .partial()
  .catch({});
const shownDetail = auditDetail.catch({});
const shownPlace = auditPlace.nullable().catch(null);
const OPERATOR_ACTIONS: readonly AuditAction[] = [
  "credit.granted",
  "credit.taken_back",
  "plan.set",
  "payment.returned",
  "payment.refunded",
  "account.suspended",
  "account.resumed",
];

/** Newest first; a page's cost does not grow with the length of the log. */
export async function listAudit(
  ctx: AccountContext,
  { kind, cursor, limit }: AuditQuery,
): Promise<AuditResponse> {
  const scope = { actions: actionsOf(kind), before: cursorOf(cursor), limit: limit + 1 };
  const rows = await readAuditLog(ctx.db, ctx.account.id, scope);
  return cutPage(rows, limit, {
    item: auditItem,
    cursor: ({ createdAt, id }) => formatCursor(createdAt, id),
  });
}

function cursorOf(cursor: string | undefined): AuditCursor | null {
  if (cursor === undefined) return null;
  const [at = 0, id = 0] = parseCursor(cursor, 2);
  return { at, id };
}

/** Shows only those stored details that the contract names. */
export function auditItem({
  id,
  createdAt,
  action,
  subject,
  keyName,
  detail,
  requestId,
  place,
}: AuditLogRow): AuditItem {
  const stored: unknown = JSON.parse(detail ?? "{}");
  return {
    id: `au_${id}`,
    created_at: isoTime(createdAt),
    action,
    by: OPERATOR_ACTIONS.includes(action) ? "operator" : actorOf(stored),
    key: keyName === null ? null : { id: subject, name: keyName },
    detail: { ...shownDetail.parse(stored), ...(action === "plan.set" && { plan: subject }) },
    place: shownPlace.parse(place === null ? null : JSON.parse(place)),
    request_id: requestId,
  };
}

function actorOf(stored: unknown): AuditActor {
  const { by, order } = origin.parse(stored);
  return by ?? (order === undefined ? "owner" : "purchase");
}
