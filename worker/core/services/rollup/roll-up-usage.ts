import type { ServiceContext } from "#core/services/context.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { packFound, packTallies } from "#core/storage/rollup-packing.ts";
import { type ChunkLimits, ChunkPace } from "./chunk-pace.ts";

export interface RollUpOptions {
  /** Rows per transaction; by default as many as the server manages in time. */
  chunkRows?: number;
  /** The next run continues where this one stops. */
  maxChunks?: number;
}

export interface RollUpReport {
  rows: number;
  chunks: number;
  /** Tallies that were too long and got shortened. */
  packed: number;
  worstChunkMs: number;
  caughtUp: boolean;
}

/** Within the time even where each row is of another account. */
const FIRST_CHUNK_ROWS = 4000;
/** 20,000 rows at once cost about a fifth less than twice 10,000; more rows gain nothing. */
const LIMITS: ChunkLimits = { least: 1000, most: 20_000 };
const PACK_EVERY = 8;

/** Counts every new usage row exactly once. Safe to repeat, overlap or interrupt. */
export async function rollUpUsage(ctx: ServiceContext, options: RollUpOptions = {}): Promise<RollUpReport> {
  const { chunkRows, maxChunks = 1000 } = options;
  const pace = ChunkPace.of(chunkRows, FIRST_CHUNK_ROWS, LIMITS);
  const report = { rows: 0, chunks: 0, packed: 0, worstChunkMs: 0, caughtUp: false };
  while (report.chunks < maxChunks && !report.caughtUp) {
    const limit = pace.rows;
    const { rows, loose } = await rollChunk(ctx.db, limit, pace.onHeld);
    report.rows += rows;
    report.chunks++;
    report.worstChunkMs = Math.max(report.worstChunkMs, pace.worstMs);
    report.caughtUp = rows < limit;
    if (report.caughtUp) report.packed += await packFound(ctx.db, loose);
    else if (report.chunks % PACK_EVERY === 0) report.packed += await packTallies(ctx.db);
  }
  return report;
}
