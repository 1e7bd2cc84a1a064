import { and, between, desc, eq, isNotNull, lt, lte, type SQL, sql } from "drizzle-orm";
import { accountName, type TransferKind } from "#core/domain/ledger.ts";
import { MICROS_PER_DOLLAR } from "#core/domain/money.ts";
import type { DaySpan } from "#core/domain/months.ts";
import { findAccountRoute } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { moveMoney } from "./move-money.ts";
import { type OperatorEntry, operatorLogIf } from "./operator-log.ts";
import { firstOf, type Read, rowsOf, together } from "./read.ts";
import { balances, checkoutOrders, ledgerEntries, ledgerTransfers } from "./schema/ledger.ts";
import { type OpenUsage, readOpenUsage } from "./usage-days.ts";
import { hasChanged, ifChanged } from "./write-batch.ts";

/** `everFunded` is false for an account without any transaction. */
export const readBalance = (db: Database, accountId: number): Read<{ micros: number; everFunded: boolean }> =>
  firstOf(
    db,
    db
      .select({ micros: balances.micros })
      .from(balances)
      .where(eq(balances.account, accountName(accountId))),
  ).map((row) => ({ micros: row?.micros ?? 0, everFunded: row !== null }));

export const readBalanceMicros = (db: Database, accountId: number): Read<number> =>
  readBalance(db, accountId).map(({ micros }) => micros);

/** In SQL: the account's balance in micro-dollars, 0 without any transaction. */
export const balanceOf = (accountId: number) =>
  sql`coalesce((SELECT micros FROM ${balances} WHERE account = ${accountName(accountId)}), 0)`;

export type BookedEntry = Awaited<ReturnType<typeof entriesOf>>[number];

/** Signed micro-dollars, newest first: open usage only before the first page. */
export interface Statement {
  open: OpenUsage[];
  booked: BookedEntry[];
}

/**
 * The ledger, newest first, in one snapshot; `orderId` and `paymentIntent` belong to the account's own paid order.
 * @param at epoch ms.
 */
export function readStatement(
  db: Database,
  accountId: number,
  { before, limit, at }: { before: number | null; limit: number; at: number },
): Read<Statement> {
  const older = before === null ? undefined : lt(ledgerEntries.transferId, before);
  const entries = rowsOf(db, entriesOf(db, accountId, older).limit(limit));
  if (before !== null) return entries.map((booked) => ({ open: [], booked }));
  return statementOf(db, readOpenUsage(db, accountId, at), entries);
}

const statementOf = (db: Database, open: Read<OpenUsage[]>, entries: Read<BookedEntry[]>): Read<Statement> =>
  together(db, [open, entries]).map(([days, booked]) => ({ open: days, booked }));

/** As `readStatement`, of the statements of the days [from, to] up to the transfer `last`, without a day's own usage. */
export function readStatementBetween(
  db: Database,
  accountId: number,
  { from, to, last, at }: { from: number; to: number; last: number; at: number },
): Read<Statement> {
  const other = sql`(${ledgerTransfers.kind} <> 'usage' OR ${ledgerTransfers.usageDay} <> ${ledgerEntries.day})`;
  const known = and(between(ledgerEntries.day, from, to), lte(ledgerEntries.transferId, last));
  const entries = rowsOf(db, entriesOf(db, accountId, and(known, other)));
  const isLate = ({ day, statementDay }: OpenUsage) =>
    day !== statementDay && statementDay >= from && statementDay <= to;
  const late = readOpenUsage(db, accountId, at).map((open) => open.filter(isLate));
  return statementOf(db, late, entries);
}

/** The statements of a span of UTC days, whole, by transfer; open usage with the balances of the ledger. */
export function readStatementOf(
  db: Database,
  accountId: number,
  { from, end, at }: DaySpan & { at: number },
): Read<Statement> {
  const entries = rowsOf(db, entriesOf(db, accountId, between(ledgerEntries.day, from, end - 1)));
  const isShown = ({ statementDay }: OpenUsage) => statementDay >= from && statementDay < end;
  const open = readOpenUsage(db, accountId, at).map((days) => days.filter(isShown));
  return statementOf(db, open, entries);
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
      paidAt: checkoutOrders.paidAt,
      origin: checkoutOrders.origin,
      paymentMethod: checkoutOrders.paymentMethod,
      cardBrand: checkoutOrders.cardBrand,
      cardLast4: checkoutOrders.cardLast4,
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
): Promise<{
  done: boolean;
  stored: typeof ledgerTransfers.$inferSelect | null;
  balanceMicros: number;
  route: string | null;
}> {
  const { micros, kind, source } = adjustment;
  const { accountId, at } = audit;
  const balance = balanceOf(accountId);
  const allowed = kind === "grant" ? sql`true` : sql`${balance} >= ${micros}`;
  const after = { name: "balance_after", value: sql`${balance} / ${sql.raw(`${MICROS_PER_DOLLAR}.0`)}` };
  const writes = [
    transferOnce(db, { ...adjustment, at }, allowed),
    auditIf(db, audit, ifChanged),
    operatorLogIf(db, log, ifChanged, after),
  ];
  const { written, values } = await moveMoney(db, { accountId, sources: [source], at }, writes, [
    firstOf(db, db.select().from(ledgerTransfers).where(eq(ledgerTransfers.source, source))),
    readBalanceMicros(db, accountId),
    findAccountRoute(db, accountId),
  ]);
  const [stored, balanceMicros, route] = values;
  return { done: hasChanged(written[0]), stored, balanceMicros, route };
}
