import type { ServiceContext } from "#core/services/context.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { fillChunk, needsFilling } from "#core/storage/rollup-fill.ts";
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
  /** Rows that older code had rolled up without tokens, models and plan. */
  filled: number;
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
  const report = { rows: 0, filled: 0, chunks: 0, packed: 0, worstChunkMs: 0 };
  await fillRollup(ctx, options, report);
  const pack = async () => {
    report.packed += await packTallies(ctx.db);
  };
  const caughtUp = await inChunks(ctx, options, {
    report,
    async next(limit) {
      const rows = await rollChunk(ctx.db, limit);
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
  await inChunks(ctx, options, {
    report,
    async next(limit) {
      const rows = await fillChunk(ctx.db, limit);
      report.filled += rows;
      return rows;
    },
  });
}

interface Chunks {
  report: Pick<RollUpReport, "chunks" | "worstChunkMs">;
  /** @returns the number of rows; fewer than `limit` in the last chunk. */
  next: (limit: number) => Promise<number>;
  after?: (isLast: boolean) => Promise<void> | undefined;
}

/** @returns false when `maxChunks` ended it. */
async function inChunks(
  { clock }: ServiceContext,
  options: RollUpOptions,
  { report, next, after }: Chunks,
): Promise<boolean> {
  const { chunkRows = FIRST_CHUNK_ROWS, maxChunks = 1000 } = options;
  const limits = options.chunkRows === undefined ? LIMITS : { least: chunkRows, most: chunkRows };
  for (let size = chunkRows; report.chunks < maxChunks; ) {
    const started = clock.now();
    const isLast = (await next(size)) < size;
    const took = clock.now() - started;
    report.worstChunkMs = Math.max(report.worstChunkMs, took);
    report.chunks++;
    await after?.(isLast);
    if (isLast) return true;
    size = nextChunkRows(size, took, limits);
  }
  return false;
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
