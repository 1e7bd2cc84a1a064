import { and, desc, eq, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { accountName, type TransferKind } from "#core/domain/ledger.ts";
import { MICROS_PER_DOLLAR } from "#core/domain/money.ts";
import { findAccountRoute } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { type OperatorEntry, operatorLogIf } from "./operator-log.ts";
import { firstOf, type Read, rowsOf, writeAndRead } from "./read.ts";
import { checkoutOrders, ledgerBalances, ledgerEntries, ledgerTransfers } from "./schema/ledger.ts";
import { hasChanged, ifChanged } from "./write-batch.ts";

/** `everFunded` is false for an account without any transaction. */
export const readBalance = (db: Database, accountId: number): Read<{ micros: number; everFunded: boolean }> =>
  firstOf(
    db,
    db
      .select({ micros: ledgerBalances.micros })
      .from(ledgerBalances)
      .where(eq(ledgerBalances.account, accountName(accountId))),
  ).map((row) => ({ micros: row?.micros ?? 0, everFunded: row !== null }));

export const readBalanceMicros = (db: Database, accountId: number): Read<number> =>
  readBalance(db, accountId).map(({ micros }) => micros);

/** In SQL: the account's balance in micro-dollars, 0 without any transaction. */
export const balanceOf = (accountId: number) =>
  sql`coalesce((SELECT micros FROM ${ledgerBalances} WHERE account = ${accountName(accountId)}), 0)`;

export type StatementEntry = Awaited<ReturnType<typeof readStatement>>[number];

/** Newest first, in signed micro-dollars; `orderId` and `paymentIntent` belong to the account's own paid order. */
export const readStatement = (
  db: Database,
  accountId: number,
  { before, limit }: { before: number | null; limit: number },
) => {
  const older = before === null ? undefined : lt(ledgerEntries.transferId, before);
  return rowsOf(db, entriesOf(db, accountId, older).limit(limit));
};

/** As `readStatement`, but of the account's transfers with these ids. */
export const readStatementEntries = async (db: Database, accountId: number, ids: readonly number[]) =>
  await entriesOf(
    db,
    accountId,
    sql`${ledgerEntries.transferId} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );

const entriesOf = (db: Database, accountId: number, condition: SQL | undefined) =>
  db
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
    .where(and(eq(ledgerEntries.account, accountName(accountId)), condition))
    .orderBy(desc(ledgerEntries.transferId));

export interface Transfer {
  debit: string;
  credit: string;
  micros: number;
  kind: TransferKind;
  source: string;
  at: number;
  orderId?: string | undefined;
  note?: string | undefined;
}

/** For `writeBatch`: inserts the transfer unless its source is known or `condition` is false. */
export function transferOnce(db: Database, transfer: Transfer, condition = sql`true`) {
  const { debit, credit, micros, kind, source, at, orderId = null, note = null } = transfer;
  return db.run(sql`INSERT INTO ledger_transfers (debit, credit, micros, kind, source, created_at, order_id, note)
    SELECT ${debit}, ${credit}, ${micros}, ${kind}, ${source}, ${at}, ${orderId}, ${note} WHERE ${condition}
    ON CONFLICT (source) DO NOTHING`);
}

export interface Adjustment extends Pick<Transfer, "debit" | "credit" | "micros" | "source"> {
  kind: "grant" | "take_back";
  note: string;
}

/**
 * `done` is false when the source is known or a `take_back` exceeds the balance; then nothing is recorded. `stored` is the
 * transfer of that source; null without one.
 */
export async function adjustOnce(
  db: Database,
  adjustment: Adjustment,
  { audit, log }: { audit: AuditEntry; log: OperatorEntry },
) {
  const { micros, kind, source } = adjustment;
  const { accountId } = audit;
  const balance = balanceOf(accountId);
  const allowed = kind === "grant" ? sql`true` : sql`${balance} >= ${micros}`;
  const after = { name: "balance_after", value: sql`${balance} / ${sql.raw(`${MICROS_PER_DOLLAR}.0`)}` };
  const writes = [
    transferOnce(db, { ...adjustment, at: audit.at }, allowed),
    auditIf(db, audit, ifChanged),
    operatorLogIf(db, log, ifChanged, after),
  ];
  const { written, values } = await writeAndRead(db, writes, [
    firstOf(db, db.select().from(ledgerTransfers).where(eq(ledgerTransfers.source, source))),
    readBalanceMicros(db, accountId),
    findAccountRoute(db, accountId),
  ]);
  const [stored, balanceMicros, route] = values;
  return { done: hasChanged(written[0]), stored, balanceMicros, route };
}
