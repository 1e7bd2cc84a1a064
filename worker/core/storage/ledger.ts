import { and, between, desc, eq, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { accountName, type TransferKind } from "#core/domain/ledger.ts";
import { MICROS_PER_DOLLAR } from "#core/domain/money.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { moveMoney } from "./move-money.ts";
import { type OperatorEntry, operatorLogIf } from "./operator-log.ts";
import { balances, checkoutOrders, ledgerEntries, ledgerTransfers } from "./schema/ledger.ts";
import { type OpenUsage, readOpenUsage } from "./usage-days.ts";
import { ifChanged } from "./write-batch.ts";

/** `everFunded` is false for an account without any transaction. */
export async function readBalance(
  db: Database,
  accountId: number,
): Promise<{ micros: number; everFunded: boolean }> {
  const [row] = await db
    .select({ micros: balances.micros })
    .from(balances)
    .where(eq(balances.account, accountName(accountId)));
  return { micros: row?.micros ?? 0, everFunded: row !== undefined };
}

export const readBalanceMicros = async (db: Database, accountId: number): Promise<number> =>
  (await readBalance(db, accountId)).micros;

export type BookedEntry = Awaited<ReturnType<typeof readStatement>>["booked"][number];

/** Signed micro-dollars, newest first: open usage only before the first page. */
export interface Statement {
  open: OpenUsage[];
  booked: BookedEntry[];
}

/**
 * The ledger, newest first, in one snapshot; `orderId` and `paymentIntent` belong to the account's own paid order.
 * @param at epoch ms.
 */
export async function readStatement(
  db: Database,
  accountId: number,
  { before, limit, at }: { before: number | null; limit: number; at: number },
) {
  const older = before === null ? undefined : lt(ledgerEntries.transferId, before);
  const entries = entriesOf(db, accountId, older).limit(limit);
  if (before !== null) return { open: [], booked: await entries };
  const [open, booked] = await db.batch([readOpenUsage(db, accountId, at), entries]);
  return { open, booked };
}

/** As `readStatement`, of the statements of the days [from, to], without the usage of the day itself. */
export async function readStatementBetween(
  db: Database,
  accountId: number,
  { from, to, at }: { from: number; to: number; at: number },
): Promise<Statement> {
  const other = sql`(${ledgerTransfers.kind} <> 'usage' OR ${ledgerTransfers.usageDay} <> ${ledgerEntries.day})`;
  const [open, booked] = await db.batch([
    readOpenUsage(db, accountId, at),
    entriesOf(db, accountId, and(between(ledgerEntries.day, from, to), other)),
  ]);
  const isLate = ({ day, statementDay }: OpenUsage) =>
    day !== statementDay && statementDay >= from && statementDay <= to;
  return { open: open.filter(isLate), booked };
}

const entriesOf = (db: Database, accountId: number, condition: SQL | undefined) =>
  db
    .select({
      transferId: ledgerEntries.transferId,
      amount: ledgerEntries.amount,
      balanceAfter: ledgerEntries.balanceAfter,
      day: ledgerEntries.day,
      kind: ledgerTransfers.kind,
      source: ledgerTransfers.source,
      createdAt: ledgerTransfers.createdAt,
      note: ledgerTransfers.note,
      usageDay: ledgerTransfers.usageDay,
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

/** @returns false when the source is known or a `take_back` exceeds the balance; then nothing is recorded. */
export async function adjustOnce(
  db: Database,
  adjustment: Adjustment,
  { audit, log }: { audit: AuditEntry; log: OperatorEntry },
): Promise<boolean> {
  const { micros, kind, source } = adjustment;
  const { accountId, at } = audit;
  const balance = sql`(SELECT micros FROM balances WHERE account = ${accountName(accountId)})`;
  const allowed = kind === "grant" ? sql`true` : sql`coalesce(${balance}, 0) >= ${micros}`;
  const after = { name: "balance_after", value: sql`${balance} / ${sql.raw(`${MICROS_PER_DOLLAR}.0`)}` };
  const [stored] = await moveMoney(db, { accountId, sources: [source], at }, [
    transferOnce(db, { ...adjustment, at }, allowed),
    auditIf(db, audit, ifChanged),
    operatorLogIf(db, log, ifChanged, after),
  ]);
  return stored !== undefined && stored.rowsAffected > 0;
}

export async function findAdjustment(db: Database, source: string) {
  const [transfer] = await db.select().from(ledgerTransfers).where(eq(ledgerTransfers.source, source));
  return transfer ?? null;
}
