import { and, eq, isNull, ne } from "drizzle-orm";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { accounts } from "./schema/accounts.ts";
import { ifChanged, writeBatch } from "./write-batch.ts";

/** Micro-dollars below which the account's balance is low. */
export async function readLowBalanceMicros(db: Database, accountId: number): Promise<number> {
  const [row] = await db
    .select({ micros: accounts.lowBalanceMicros })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (row === undefined) throw new Error("The account is gone.");
  return row.micros;
}

/** The next fall below the new limit notifies, also when the owner was notified of the old one. Records a change once. */
export async function setLowBalanceOf(db: Database, audit: AuditEntry, micros: number): Promise<void> {
  const { accountId } = audit;
  const differs = and(
    eq(accounts.id, accountId),
    ne(accounts.lowBalanceMicros, micros),
    isNull(accounts.closedAt),
  );
  await writeBatch(db, [
    db.update(accounts).set({ lowBalanceMicros: micros, lowBalanceAt: null }).where(differs),
    auditIf(db, audit, ifChanged),
  ]);
}
