import { eq, sql } from "drizzle-orm";
import { accountName } from "#core/domain/ledger.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { ledgerBalances, ledgerTransfers } from "./schema/ledger.ts";
import type { Transfer } from "./transfers.ts";
import { writeBatch } from "./write-batch.ts";

export interface Adjustment extends Pick<Transfer, "debit" | "credit" | "micros" | "source"> {
  kind: "grant" | "take_back";
  note: string;
}

/**
 * Stores the transfer and its audit entry in one transaction, unless its source is known or, where it takes from a
 * customer, the balance at that moment is less.
 * @returns whether it was stored.
 */
export async function adjustOnce(db: Database, adjustment: Adjustment, audit: AuditEntry): Promise<boolean> {
  const { debit, credit, micros, kind, source, note } = adjustment;
  const balance = sql`(SELECT micros FROM ${ledgerBalances} WHERE account = ${accountName(audit.accountId)})`;
  const allowed = kind === "grant" ? sql`true` : sql`coalesce(${balance}, 0) >= ${micros}`;
  const [stored] = await writeBatch(db, [
    db.run(sql`INSERT INTO ledger_transfers (debit, credit, micros, kind, source, created_at, note)
      SELECT ${debit}, ${credit}, ${micros}, ${kind}, ${source}, ${audit.at}, ${note} WHERE ${allowed}
      ON CONFLICT (source) DO NOTHING`),
    auditIf(db, audit, sql`changes() > 0`),
  ]);
  return stored !== undefined && stored.rowsAffected > 0;
}

export async function findAdjustment(db: Database, source: string) {
  const [transfer] = await db.select().from(ledgerTransfers).where(eq(ledgerTransfers.source, source));
  return transfer ?? null;
}
