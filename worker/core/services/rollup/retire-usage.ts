import { HOUR_MS } from "#core/domain/time.ts";
import { keptFrom, RETENTION_DAYS } from "#core/domain/usage.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { retireRefusals } from "#core/storage/refusals.ts";
import { findOldUsage, readRetention, retireRows, startRetiring } from "#core/storage/retention.ts";
import { type ChunkLimits, ChunkPace } from "./chunk-pace.ts";

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
  /** Counts of refused requests that were deleted. */
  refusals: number;
  /** Nothing is left before the next UTC midnight. */
  done: boolean;
}

/** Deleting a row costs several times as much as rolling it up. */
const FIRST_CHUNK_ROWS = 1000;
const LIMITS: ChunkLimits = { least: 100, most: 5000 };
const REFUSALS_A_STEP = 1000;
/** The next run continues. */
const MOST_REFUSAL_STEPS = 100;

/**
 * Deletes rolled-up rows past their retention, and counts of refused requests; analytics stay exact. Safe to repeat or
 * interrupt.
 */
export async function retireUsage(ctx: ServiceContext, options: RetireOptions = {}): Promise<RetireReport> {
  const { days = RETENTION_DAYS, chunkRows, maxChunks = 500 } = options;
  const { retiredBefore, nextAccount } = await dueRetention(ctx, days);
  const report = { rows: 0, chunks: 0, worstChunkMs: 0 };
  const pace = ChunkPace.of(chunkRows, FIRST_CHUNK_ROWS, LIMITS);
  let next = nextAccount;
  for (; next !== null && report.chunks < maxChunks; report.chunks++) {
    const from = { retiredBefore, nextAccount: next };
    const old = await findOldUsage(ctx.db, from, pace.rows);
    const to = { retiredBefore, nextAccount: old.nextAccount };
    report.rows += await retireRows(ctx.db, old.ids, to, pace.onHeld);
    next = old.nextAccount;
  }
  report.worstChunkMs = pace.worstMs;
  const refusals = await retireCounts(ctx, retiredBefore);
  return { ...report, refusals, done: next === null };
}

async function retireCounts({ db }: ServiceContext, retiredBefore: number): Promise<number> {
  let deleted = 0;
  for (let steps = 0; steps < MOST_REFUSAL_STEPS; steps++) {
    const rows = await retireRefusals(db, retiredBefore / HOUR_MS, REFUSALS_A_STEP);
    deleted += rows;
    if (rows < REFUSALS_A_STEP) break;
  }
  return deleted;
}

async function dueRetention({ db, clock }: ServiceContext, days: number) {
  const before = keptFrom(clock.now(), days);
  const stored = await readRetention(db);
  if (stored.retiredBefore >= before) return stored;
  await startRetiring(db, before);
  return { retiredBefore: before, nextAccount: 0 };
}
