import type { ServiceContext } from "#core/services/context.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { fillChunk, needsFilling } from "#core/storage/rollup-fill.ts";
import { packTallies } from "#core/storage/rollup-packing.ts";
import type { OnHeld } from "#core/storage/rollup-timing.ts";
import { type ChunkLimits, ChunkPace } from "./chunk-pace.ts";

export interface RollUpOptions {
  /** Rows per transaction; by default as many as the server manages in time. */
  chunkRows?: number;
  /** The next run continues where this one stops. */
  maxChunks?: number;
}

export interface RollUpReport {
  rows: number;
  /** Rows that older code had rolled up without tokens, models and plan. */
  filled: number;
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
  const report = { rows: 0, filled: 0, chunks: 0, packed: 0, worstChunkMs: 0 };
  await fillRollup(ctx, options, report);
  const pack = async () => {
    report.packed += await packTallies(ctx.db);
  };
  const caughtUp = await inChunks(options, {
    report,
    async next(limit, onHeld) {
      const rows = await rollChunk(ctx.db, limit, onHeld);
      report.rows += rows;
      return rows;
    },
    after: (isLast) => (isLast || report.chunks % PACK_EVERY === 0 ? pack() : undefined),
  });
  return { ...report, caughtUp };
}

/** Adds what older code left out of the roll-up, as after a deployment. Safe to repeat, overlap or interrupt. */
export async function fillRollup(
  ctx: ServiceContext,
  options: RollUpOptions = {},
  report = { filled: 0, chunks: 0, worstChunkMs: 0 },
): Promise<void> {
  if (!(await needsFilling(ctx.db))) return;
  await inChunks(options, {
    report,
    async next(limit, onHeld) {
      const rows = await fillChunk(ctx.db, limit, onHeld);
      report.filled += rows;
      return rows;
    },
  });
}

interface Chunks {
  report: Pick<RollUpReport, "chunks" | "worstChunkMs">;
  /** @returns the number of rows; fewer than `limit` in the last chunk. */
  next: (limit: number, onHeld: OnHeld) => Promise<number>;
  after?: (isLast: boolean) => Promise<void> | undefined;
}

/** @returns false when `maxChunks` ended it. */
async function inChunks(options: RollUpOptions, { report, next, after }: Chunks): Promise<boolean> {
  const { chunkRows = FIRST_CHUNK_ROWS, maxChunks = 1000 } = options;
  const limits = options.chunkRows === undefined ? LIMITS : { least: chunkRows, most: chunkRows };
  const pace = new ChunkPace(chunkRows, limits);
  while (report.chunks < maxChunks) {
    const limit = pace.rows;
    const isLast = (await next(limit, pace.onHeld)) < limit;
    report.worstChunkMs = Math.max(report.worstChunkMs, pace.worstMs);
    report.chunks++;
    await after?.(isLast);
    if (isLast) return true;
  }
  return false;
}
