import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { notifyOfChange, type SecurityChange } from "./notifications.ts";
import { firstOf, writeAndRead } from "./read.ts";
import { accounts } from "./schema/accounts.ts";
import { ifChanged } from "./write-batch.ts";

/**
 * Stops the keys of the entry's account, or starts them again. A change is recorded and notified once; repeating it
 * changes nothing, not even the time. @returns the account afterwards; null for an unknown one.
 */
export async function setStoppedOf(
  db: Database,
  audit: AuditEntry,
  { stopped, change }: { stopped: boolean; change: SecurityChange },
): Promise<{ stoppedAt: number | null; route: string | null } | null> {
  const { accountId, at } = audit;
  const other = stopped ? isNull(accounts.stoppedAt) : isNotNull(accounts.stoppedAt);
  const changed = db
    .update(accounts)
    .set({ stoppedAt: stopped ? at : null })
    .where(and(eq(accounts.id, accountId), other, isNull(accounts.closedAt)));
  const after = db
    .select({ stoppedAt: accounts.stoppedAt, route: accounts.route })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const writes = [changed, auditIf(db, audit, ifChanged), ...notifyOfChange(db, audit, change)];
  const { values } = await writeAndRead(db, writes, [firstOf(db, after)]);
  return values[0];
}
