import type { AuditAnswer, AuditQuery } from "#core/contract/audit.ts";
import { actionsOf } from "#core/domain/audit.ts";
import { cursorAt, cutPage, placeOf } from "#core/domain/page.ts";
import type { AccountContext } from "#core/services/context.ts";
import { type AuditCursor, readAuditLog } from "#core/storage/audit-log.ts";
import { auditItem } from "./audit-item.ts";

/**
 * What was done in the account, newest first. A page's cost does not grow with the length of the log.
 * @throws DomainError `invalid_request` for a cursor that is none.
 */
export async function listAudit(
  ctx: AccountContext,
  { kind, cursor, limit }: AuditQuery,
): Promise<AuditAnswer> {
  const scope = { actions: actionsOf(kind), before: placeBefore(cursor), limit: limit + 1 };
  const rows = await readAuditLog(ctx.db, ctx.account.id, scope);
  return cutPage(rows, limit, { item: auditItem, cursor: ({ createdAt, id }) => cursorAt(createdAt, id) });
}

function placeBefore(cursor: string | undefined): AuditCursor | null {
  if (cursor === undefined) return null;
  const [at = 0, id = 0] = placeOf(cursor, 2);
  return { at, id };
}
