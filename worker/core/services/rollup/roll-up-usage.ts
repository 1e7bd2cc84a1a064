import type { ServiceContext } from "#core/services/context.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { packTallies } from "#core/storage/rollup-packing.ts";

/** Half of another writer's longest wait, so that a busy moment doesn't use it all up. */
const CHUNK_MS = 75;

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

/** 20,000 rows at once cost about a fifth less than twice 10,000; more rows gain nothing. */
const FIRST_CHUNK_ROWS = 10_000;
const LIMITS: ChunkLimits = { least: 1000, most: 20_000 };
const PACK_EVERY = 8;

/** Counts every new usage row exactly once. Safe to repeat, overlap or interrupt. */
export async function rollUpUsage(ctx: ServiceContext, options: RollUpOptions = {}): Promise<RollUpReport> {
  const { chunkRows = FIRST_CHUNK_ROWS, maxChunks = 1000 } = options;
  const limits = options.chunkRows === undefined ? LIMITS : { least: chunkRows, most: chunkRows };
  const report: RollUpReport = { rows: 0, chunks: 0, packed: 0, worstChunkMs: 0, caughtUp: false };
  for (let size = chunkRows; !report.caughtUp && report.chunks < maxChunks; ) {
    const started = ctx.clock.now();
    const rows = await rollChunk(ctx.db, size);
    const took = ctx.clock.now() - started;
    report.worstChunkMs = Math.max(report.worstChunkMs, took);
    report.rows += rows;
    report.chunks++;
    report.caughtUp = rows < size;
    if (report.caughtUp || report.chunks % PACK_EVERY === 0) report.packed += await packTallies(ctx.db);
    size = nextChunkRows(size, took, limits);
  }
  return report;
}

export interface ChunkLimits {
  least: number;
  most: number;
}

/** The next chunk's size, so that it holds the write lock for about `CHUNK_MS`. */
export function nextChunkRows(rows: number, tookMs: number, { least, most }: ChunkLimits): number {
  const factor = Math.min(1.5, Math.max(0.5, CHUNK_MS / Math.max(1, tookMs)));
  return Math.min(most, Math.max(least, Math.round(rows * factor)));
}
