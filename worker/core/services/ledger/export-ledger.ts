import { csvRecord } from "#core/domain/csv.ts";
import type { AccountContext } from "#core/services/context.ts";
import { textStream } from "#core/services/text-stream.ts";
import { readStatement, type StatementEntry } from "#core/storage/ledger.ts";
import { ledgerItem } from "./ledger-item.ts";

const COLUMNS = ["date", "kind", "amount", "balance_after", "reference", "note"];
const ROWS_A_READ = 500;

/**
 * The account's whole statement as CSV, newest first, read piece by piece as it is taken: a long one needs no more
 * memory than a short one. Transfers added after it began are not in it.
 */
export async function exportLedger(ctx: AccountContext): Promise<ReadableStream<Uint8Array>> {
  // Before the answer begins, so that a database that is away can still be answered as such.
  return textStream(csvPieces(ctx, await readPiece(ctx, null)));
}

async function* csvPieces(ctx: AccountContext, first: StatementEntry[]): AsyncGenerator<string, void> {
  yield csvRecord(COLUMNS);
  for (let piece = first; piece.length > 0; ) {
    yield piece.map(record).join("");
    const last = piece.at(-1);
    piece = last && piece.length === ROWS_A_READ ? await readPiece(ctx, last.transferId) : [];
  }
}

const readPiece = (ctx: AccountContext, before: number | null) =>
  readStatement(ctx.db, ctx.account.id, { before, limit: ROWS_A_READ });

function record(entry: StatementEntry): string {
  const { created_at, kind, amount, balance_after, reference, note } = ledgerItem(entry);
  return csvRecord([created_at, kind, amount, balance_after, reference, note]);
}
