import type { LedgerItem, LedgerResponse, MonthQuery } from "#core/contract/ledger.ts";
import type { PageQuery } from "#core/contract/page.ts";
import { csvRecord, textStream } from "#core/domain/csv.ts";
import { referenceOf } from "#core/domain/ledger.ts";
import { decimalDollars, dollarsFromMicros, microsFromDollars } from "#core/domain/money.ts";
import { cutPage, formatCursor, parseCursor } from "#core/domain/page.ts";
import type { Month } from "#core/domain/ranges.ts";
import { DAY_MS, dayName, isoTime } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import { methodOf, receiptNumber } from "#core/services/receipts/receipts.ts";
import { type BookedEntry, readStatement, readStatementOf, type Statement } from "#core/storage/ledger.ts";
import { together } from "#core/storage/read.ts";
import { readStatementSums } from "#core/storage/statement-sums.ts";
import type { OpenUsage } from "#core/storage/usage-days.ts";
import { statementSpan } from "./get-statement.ts";

/** Columns are only ever added at the end, because scripts may read them by number. */
const COLUMNS = [
  "date",
  "kind",
  "amount",
  "balance_after",
  "reference",
  "note",
  "usage_day",
  "currency",
  "receipt_number",
];
/** The ledger has no other. */
const CURRENCY = "USD";
const ROWS_A_READ = 500;

function bookedItem(entry: BookedEntry): LedgerItem {
  return {
    id: `tr_${entry.transferId}`,
    created_at: isoTime(entry.createdAt),
    kind: entry.kind,
    amount: dollarsFromMicros(entry.amount),
    balance_after: dollarsFromMicros(entry.balanceAfter),
    reference: referenceOf(entry.source, entry.paymentIntent),
    receipt_id: entry.orderId,
    ...paymentOf(entry),
    note: entry.note,
    usage_day: entry.usageDay === null ? null : dayName(entry.usageDay),
    open: false,
  };
}

const NO_PAYMENT = { receipt_number: null, automatic: false, payment_method: null };

function paymentOf(entry: BookedEntry) {
  const { orderId: id, paidAt } = entry;
  if (id === null || paidAt === null) return NO_PAYMENT;
  return {
    receipt_number: receiptNumber({ id, paidAt }),
    automatic: entry.origin === "auto_top_up",
    payment_method: methodOf({ ...entry }),
  };
}

/** Usage that isn't booked yet is dated at the end of its day, or now. */
function openItem({ day, micros, balanceAfter }: OpenUsage, now: number): LedgerItem {
  const date = dayName(day);
  return {
    id: `day_${date}`,
    created_at: isoTime(Math.min(now, (day + 1) * DAY_MS - 1)),
    kind: "usage",
    amount: dollarsFromMicros(-micros),
    balance_after: dollarsFromMicros(balanceAfter),
    reference: null,
    receipt_id: null,
    ...NO_PAYMENT,
    note: null,
    usage_day: date,
    open: true,
  };
}

/** Newest first: usage that isn't booked yet, then the transfers. All amounts of a ledger add up to the balance. */
export const ledgerItems = ({ open, booked }: Statement, now: number): LedgerItem[] => [
  ...open.map((usage) => openItem(usage, now)),
  ...booked.map(bookedItem),
];

/** Newest first. Pages neither skip nor repeat a transfer while others are added. */
export async function listLedger(ctx: AccountContext, { cursor, limit }: PageQuery): Promise<LedgerResponse> {
  const [before = null] = cursor === undefined ? [] : parseCursor(cursor, 1);
  const at = ctx.clock.now();
  const { open, booked } = await readStatement(ctx.db, ctx.account.id, { before, limit: limit + 1, at });
  const { items, next_cursor } = cutPage(booked, limit, {
    item: (entry) => entry,
    cursor: ({ transferId }) => formatCursor(transferId),
  });
  return { items: ledgerItems({ open, booked: items }, at), next_cursor };
}

/**
 * CSV, newest first, read in chunks as the client takes it. Later transfers are not in it. For a month, it is that month's
 * statement. @throws DomainError `invalid_request`.
 */
export async function exportLedger(
  ctx: AccountContext,
  { month }: MonthQuery = {},
): Promise<ReadableStream<Uint8Array>> {
  if (month !== undefined) return textStream(monthChunks(await readMonth(ctx, month)));
  // The first read comes before the response, so that an unavailable database still becomes a 503.
  return textStream(csvChunks(ctx, await readChunk(ctx, null)));
}

/** The same, for a part of a larger file. */
export async function* wholeLedger(ctx: AccountContext): AsyncGenerator<string, void> {
  yield* csvChunks(ctx, await readChunk(ctx, null));
}

async function* csvChunks(ctx: AccountContext, first: Statement): AsyncGenerator<string, void> {
  yield csvRecord(COLUMNS);
  let chunk = first;
  for (;;) {
    yield ledgerItems(chunk, ctx.clock.now()).map(record).join("");
    const last = chunk.booked.at(-1);
    if (last === undefined || chunk.booked.length < ROWS_A_READ) return;
    chunk = await readChunk(ctx, last.transferId);
  }
}

const readChunk = (ctx: AccountContext, before: number | null): Promise<Statement> =>
  readStatement(ctx.db, ctx.account.id, { before, limit: ROWS_A_READ, at: ctx.clock.now() });

const record = (item: LedgerItem) => {
  const { created_at, kind, amount, balance_after, reference, note, usage_day, receipt_number } = item;
  const money = [exact(amount), exact(balance_after)];
  return csvRecord([created_at, kind, ...money, reference, note, usage_day, CURRENCY, receipt_number]);
};

const exact = (dollars: number) => ({ digits: decimalDollars(microsFromDollars(dollars)) });

/** All of it at once: a month has few transactions. */
async function readMonth(ctx: AccountContext, month: Month): Promise<LedgerItem[]> {
  const at = ctx.clock.now();
  const span = { ...statementSpan({ month }, at), at };
  const [{ closing }, entries] = await together(ctx.db, [
    readStatementSums(ctx.db, ctx.account.id, span),
    readStatementOf(ctx.db, ctx.account.id, span),
  ]);
  return statementItems(entries, { closing, at });
}

/**
 * The items of a statement in its order: by day, newest first, each on its day, and with the balance that follows from
 * `closing` (micro-dollars). The ledger books a day's usage after the day.
 */
function statementItems(
  { open, booked }: Statement,
  { closing, at }: { closing: number; at: number },
): LedgerItem[] {
  const dated = [
    ...open.map((usage) => ({ day: usage.statementDay, made: at, item: openItem(usage, at) })),
    ...booked.map((entry) => ({ day: entry.day, made: entry.createdAt, item: bookedItem(entry) })),
  ].toSorted((left, right) => right.day - left.day);
  let balance = closing;
  return dated.map(({ day, made, item }) => {
    const created_at = isoTime(Math.min(made, (day + 1) * DAY_MS - 1));
    const after = { created_at, balance_after: dollarsFromMicros(balance) };
    balance -= microsFromDollars(item.amount);
    return { ...item, ...after };
  });
}

async function* monthChunks(items: readonly LedgerItem[]): AsyncGenerator<string, void> {
  yield csvRecord(COLUMNS);
  yield items.map(record).join("");
}
