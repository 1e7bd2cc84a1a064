import type { LedgerItem, LedgerResponse } from "#core/contract/ledger.ts";
import type { PageQuery } from "#core/contract/page.ts";
import { csvRecord, textStream } from "#core/domain/csv.ts";
import { referenceOf } from "#core/domain/ledger.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { cutPage, formatCursor, parseCursor } from "#core/domain/page.ts";
import { DAY_MS, dayName, isoTime } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import { type BookedEntry, readStatement, type Statement } from "#core/storage/ledger.ts";
import type { OpenUsage } from "#core/storage/usage-days.ts";

const COLUMNS = ["date", "kind", "amount", "balance_after", "reference", "note", "usage_day"];
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
    note: entry.note,
    usage_day: entry.usageDay === null ? null : dayName(entry.usageDay),
    open: false,
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

/** CSV, newest first, read in chunks as the client takes it. Later transfers are not in it. */
export async function exportLedger(ctx: AccountContext): Promise<ReadableStream<Uint8Array>> {
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

const record = ({ created_at, kind, amount, balance_after, reference, note, usage_day }: LedgerItem) =>
  csvRecord([created_at, kind, amount, balance_after, reference, note, usage_day]);
