import { keptFrom, RETENTION_DAYS } from "#core/domain/usage.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { findOldUsage, readRetention, retireRows, startRetiring } from "#core/storage/retention.ts";
import { type ChunkLimits, nextChunkRows } from "./roll-up-usage.ts";

export interface RetireOptions {
  /** Retention of raw rows, at least `RETENTION_DAYS_LEAST`. */
  days?: number;
  chunkRows?: number;
  maxChunks?: number;
}

export interface RetireReport {
  rows: number;
  chunks: number;
  worstChunkMs: number;
  /** Nothing is left before the next UTC midnight. */
  done: boolean;
}

/** A row's request id lies anywhere in its index, so deleting costs several times as much as rolling up. */
const FIRST_CHUNK_ROWS = 1000;
const LIMITS: ChunkLimits = { least: 100, most: 5000 };

/** Deletes rolled-up rows past their retention; analytics stay exact. Safe to repeat or interrupt. */
export async function retireUsage(ctx: ServiceContext, options: RetireOptions = {}): Promise<RetireReport> {
  const { days = RETENTION_DAYS, chunkRows = FIRST_CHUNK_ROWS, maxChunks = 500 } = options;
  const limits = options.chunkRows === undefined ? LIMITS : { least: chunkRows, most: chunkRows };
  const { retiredBefore, nextAccount } = await dueRetention(ctx, days);
  const report = { rows: 0, chunks: 0, worstChunkMs: 0 };
  let next = nextAccount;
  for (let size = chunkRows; next !== null && report.chunks < maxChunks; report.chunks++) {
    const old = await findOldUsage(ctx.db, { retiredBefore, nextAccount: next }, size);
    const started = ctx.clock.now();
    report.rows += await retireRows(ctx.db, old.ids, { retiredBefore, nextAccount: old.nextAccount });
    const took = ctx.clock.now() - started;
    report.worstChunkMs = Math.max(report.worstChunkMs, took);
    size = nextChunkRows(size, took, limits);
    next = old.nextAccount;
  }
  return { ...report, done: next === null };
}

async function dueRetention({ db, clock }: ServiceContext, days: number) {
  const before = keptFrom(clock.now(), days);
  const stored = await readRetention(db);
  if (stored.retiredBefore >= before) return stored;
  await startRetiring(db, before);
  return { retiredBefore: before, nextAccount: 0 };
}
