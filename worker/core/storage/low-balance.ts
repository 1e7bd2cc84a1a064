import { and, eq, isNull, ne } from "drizzle-orm";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { firstOf, type Read, writeAndRead } from "./read.ts";
import { accounts } from "./schema/accounts.ts";
import { ifChanged } from "./write-batch.ts";

/**
 * The next fall below the new limit notifies, also when the owner was notified of the old one. Records a change once.
 * @param read what the response needs, read in the same transaction.
 * @returns also the limit that holds now, in micro-dollars; a closed account keeps its own.
 */
export async function setLowBalanceOf<Value>(
  db: Database,
  audit: AuditEntry,
  { micros, read }: { micros: number; read: Read<Value> },
): Promise<{ lowBalanceMicros: number; after: Value }> {
  const { accountId } = audit;
  const differs = and(
    eq(accounts.id, accountId),
    ne(accounts.lowBalanceMicros, micros),
    isNull(accounts.closedAt),
  );
  const changed = db.update(accounts).set({ lowBalanceMicros: micros, lowBalanceAt: null }).where(differs);
  const stored = db
    .select({ micros: accounts.lowBalanceMicros })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const { values } = await writeAndRead(
    db,
    [changed, auditIf(db, audit, ifChanged)],
    [firstOf(db, stored), read],
  );
  return { lowBalanceMicros: values[0]?.micros ?? micros, after: values[1] };
}
