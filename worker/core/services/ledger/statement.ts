import type { LedgerItem, LedgerResponse } from "#core/contract/ledger.ts";
import type { PageQuery } from "#core/contract/page.ts";
import { csvRecord, textStream } from "#core/domain/csv.ts";
import { referenceOf } from "#core/domain/ledger.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { cutPage, formatCursor, parseCursor } from "#core/domain/page.ts";
import { isoTime } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import { readStatement, type StatementEntry } from "#core/storage/ledger.ts";

const COLUMNS = ["date", "kind", "amount", "balance_after", "reference", "note"];
const ROWS_A_READ = 500;

export function ledgerItem(entry: StatementEntry): LedgerItem {
  return {
    id: `tr_${entry.transferId}`,
    created_at: isoTime(entry.createdAt),
    kind: entry.kind,
    amount: dollarsFromMicros(entry.amount),
    balance_after: dollarsFromMicros(entry.balanceAfter),
    reference: referenceOf(entry.source, entry.paymentIntent),
    receipt_id: entry.orderId,
    note: entry.note,
  };
}

/** Newest first. Pages neither skip nor repeat a transfer while others are added. */
export async function listLedger(ctx: AccountContext, { cursor, limit }: PageQuery): Promise<LedgerResponse> {
  const [before = null] = cursor === undefined ? [] : parseCursor(cursor, 1);
  const entries = await readStatement(ctx.db, ctx.account.id, { before, limit: limit + 1 });
  return cutPage(entries, limit, { item: ledgerItem, cursor: ({ transferId }) => formatCursor(transferId) });
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

async function* csvChunks(ctx: AccountContext, first: StatementEntry[]): AsyncGenerator<string, void> {
  yield csvRecord(COLUMNS);
  for (let chunk = first; chunk.length > 0; ) {
    yield chunk.map(record).join("");
    const last = chunk.at(-1);
    chunk = last && chunk.length === ROWS_A_READ ? await readChunk(ctx, last.transferId) : [];
  }
}

const readChunk = (ctx: AccountContext, before: number | null) =>
  readStatement(ctx.db, ctx.account.id, { before, limit: ROWS_A_READ });

function record(entry: StatementEntry): string {
  const { created_at, kind, amount, balance_after, reference, note } = ledgerItem(entry);
  return csvRecord([created_at, kind, amount, balance_after, reference, note]);
}
