import { and, desc, eq, isNotNull, lt } from "drizzle-orm";
import { accountName } from "#core/domain/ledger.ts";
import type { Database } from "./database.ts";
import { checkoutOrders, ledgerBalances, ledgerEntries, ledgerTransfers } from "./schema/ledger.ts";

/** An account's prepaid balance in micro-dollars; 0 before its first transfer. */
export async function readBalanceMicros(db: Database, accountId: number): Promise<number> {
  const [row] = await db
    .select({ micros: ledgerBalances.micros })
    .from(ledgerBalances)
    .where(eq(ledgerBalances.account, accountName(accountId)));
  return row?.micros ?? 0;
}

export type StatementEntry = Awaited<ReturnType<typeof readStatement>>[number];

/**
 * At most `limit` transfers of the account, newest first, as it sees them; only those before the transfer `before`.
 * Amounts in signed micro-dollars. `orderId` and `paymentIntent` are those of the account's own paid order.
 */
export async function readStatement(
  db: Database,
  accountId: number,
  { before, limit }: { before: number | null; limit: number },
) {
  const older = before === null ? undefined : lt(ledgerEntries.transferId, before);
  return await db
    .select({
      transferId: ledgerEntries.transferId,
      amount: ledgerEntries.amount,
      balanceAfter: ledgerEntries.balanceAfter,
      kind: ledgerTransfers.kind,
      source: ledgerTransfers.source,
      createdAt: ledgerTransfers.createdAt,
      note: ledgerTransfers.note,
      orderId: checkoutOrders.id,
      paymentIntent: checkoutOrders.paymentIntent,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .leftJoin(
      checkoutOrders,
      and(
        eq(checkoutOrders.id, ledgerTransfers.orderId),
        eq(checkoutOrders.accountId, accountId),
        isNotNull(checkoutOrders.paidAt),
      ),
    )
    .where(and(eq(ledgerEntries.account, accountName(accountId)), older))
    .orderBy(desc(ledgerEntries.transferId))
    .limit(limit);
}
