import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { notifyOfChange, type SecurityChange } from "./notifications.ts";
import { accounts } from "./schema/accounts.ts";
import { ifChanged, writeBatch } from "./write-batch.ts";

/** When the owner stopped all keys, epoch ms; null while they are not stopped. */
export async function readStoppedAt(db: Database, accountId: number): Promise<number | null> {
  const [row] = await db
    .select({ stoppedAt: accounts.stoppedAt })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return row?.stoppedAt ?? null;
}

/**
 * Stops the keys of the entry's account, or starts them again. A change is recorded and notified once; repeating it
 * changes nothing, not even the time.
 */
export async function setStoppedOf(
  db: Database,
  audit: AuditEntry,
  { stopped, change }: { stopped: boolean; change: SecurityChange },
): Promise<void> {
  const { accountId, at } = audit;
  const other = stopped ? isNull(accounts.stoppedAt) : isNotNull(accounts.stoppedAt);
  await writeBatch(db, [
    db
      .update(accounts)
      .set({ stoppedAt: stopped ? at : null })
      .where(and(eq(accounts.id, accountId), other, isNull(accounts.closedAt))),
    auditIf(db, audit, ifChanged),
    ...notifyOfChange(db, audit, change),
  ]);
}
