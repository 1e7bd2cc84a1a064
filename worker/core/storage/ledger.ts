import { eq } from "drizzle-orm";
import { accountName } from "#core/domain/ledger.ts";
import type { Database } from "./database.ts";
import { ledgerBalances } from "./schema/ledger.ts";

/** An account's prepaid balance in micro-dollars; 0 before its first transfer. */
export async function readBalanceMicros(db: Database, accountId: number): Promise<number> {
  const [row] = await db
    .select({ micros: ledgerBalances.micros })
    .from(ledgerBalances)
    .where(eq(ledgerBalances.account, accountName(accountId)));
  return row?.micros ?? 0;
}
