import type { ServiceContext } from "#core/services/context.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { packTallies } from "#core/storage/rollup-packing.ts";

export interface RollUpOptions {
  /** Rows a transaction: at 10,000 other writers wait for a tenth of a second at most. */
  chunkRows?: number;
  /** Where a run stops even if rows are left; the next run goes on. */
  maxChunks?: number;
}

export interface RollUpReport {
  /** Usage rows counted by this run. */
  rows: number;
  chunks: number;
  /** Tallies found too long and shortened. */
  packed: number;
  /** Longest chunk in milliseconds, as waited for. */
  worstChunkMs: number;
  /** False when the run stopped at `maxChunks` with rows left. */
  caughtUp: boolean;
}

const PACK_EVERY = 8;

/**
 * Adds every usage row that arrived since the last run to the series and endpoint tables.
 * Repeating, overlapping or breaking it off counts no row twice and loses none.
 * @throws whatever the database throws; the chunks before it stay done.
 */
export async function rollUpUsage(ctx: ServiceContext, options: RollUpOptions = {}): Promise<RollUpReport> {
  const { chunkRows = 10_000, maxChunks = 1000 } = options;
  const report: RollUpReport = { rows: 0, chunks: 0, packed: 0, worstChunkMs: 0, caughtUp: false };
  while (!report.caughtUp && report.chunks < maxChunks) {
    const started = ctx.clock.now();
    const rows = await rollChunk(ctx.db, chunkRows);
    report.worstChunkMs = Math.max(report.worstChunkMs, ctx.clock.now() - started);
    report.rows += rows;
    report.chunks++;
    report.caughtUp = rows < chunkRows;
    if (report.caughtUp || report.chunks % PACK_EVERY === 0) report.packed += await packTallies(ctx.db);
  }
  return report;
}
