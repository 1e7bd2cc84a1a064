import { keptFrom, RETENTION_DAYS } from "#core/domain/retention.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { findOldUsage, readRetention, retireRows, startRetiring } from "#core/storage/retention.ts";
import { type ChunkLimits, nextChunkRows } from "./chunk-size.ts";

export interface RetireOptions {
  /** For how many days raw rows are kept, at least `RETENTION_DAYS_LEAST`. */
  days?: number;
  /** Rows a transaction; without it as many as the server gets through in time. */
  chunkRows?: number;
  /** Where a run stops even if rows are left; the next run goes on. */
  maxChunks?: number;
}

export interface RetireReport {
  /** Usage rows deleted by this run. */
  rows: number;
  chunks: number;
  /** Longest chunk in milliseconds, as waited for. */
  worstChunkMs: number;
  /** Nothing is left to do before the next UTC midnight. */
  done: boolean;
}

/** A row's request id lies anywhere in its index, so that deleting costs several times what rolling up costs. */
const FIRST_CHUNK_ROWS = 1000;
const LIMITS: ChunkLimits = { least: 100, most: 5000 };

/**
 * Deletes raw usage rows that are older than the days they are kept for and rolled up; analytics go on to answer
 * exactly, out of the roll-up. It goes through the accounts once after each UTC midnight; a row that arrives later
 * with an older time than that waits for the next one. Repeating or breaking it off changes nothing.
 * @throws whatever the database throws; the chunks before it stay done.
 */
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
