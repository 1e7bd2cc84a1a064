import { sql } from "drizzle-orm";
import type { TransferKind } from "#core/domain/ledger.ts";
import type { Database } from "./database.ts";

/** Money that moves from one ledger account to another. */
export interface Transfer {
  debit: string;
  credit: string;
  /** Above 0. */
  micros: number;
  kind: TransferKind;
  /** What caused it; a repeated one changes nothing. */
  source: string;
  /** Epoch milliseconds. */
  at: number;
  orderId?: string | undefined;
  note?: string | undefined;
}

/** An insert of the transfer that does nothing when its source is known; for `writeBatch`. */
export function transferOnce(db: Database, transfer: Transfer) {
  const { debit, credit, micros, kind, source, at, orderId = null, note = null } = transfer;
  return db.run(sql`INSERT INTO ledger_transfers (debit, credit, micros, kind, source, created_at, order_id, note)
    VALUES (${debit}, ${credit}, ${micros}, ${kind}, ${source}, ${at}, ${orderId}, ${note})
    ON CONFLICT (source) DO NOTHING`);
}
