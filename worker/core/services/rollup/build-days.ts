import { dayUnderWay } from "#core/domain/cron.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { buildDaysBefore } from "#core/storage/rollup-days.ts";
import { packTallies } from "#core/storage/rollup-packing.ts";
import { type ChunkLimits, ChunkPace } from "./chunk-pace.ts";

/** A large account's day may have thousands of hourly rows. */
const FIRST_CHUNK_DAYS = 50;
const LIMITS: ChunkLimits = { least: 1, most: 2000 };

export interface BuildReport {
  /** Days of accounts. */
  days: number;
  chunks: number;
  worstChunkMs: number;
  caughtUp: boolean;
}

/**
 * Builds the UTC days that are over from their hours, account by account, also those that got rows since. No figure
 * changes by it. Safe to repeat, overlap or interrupt.
 */
export async function buildDays(ctx: ServiceContext, { maxChunks = 1000 } = {}): Promise<BuildReport> {
  const before = dayUnderWay(ctx.clock.now());
  const pace = new ChunkPace(FIRST_CHUNK_DAYS, LIMITS);
  const report = { days: 0, chunks: 0, worstChunkMs: 0, caughtUp: false };
  while (report.chunks < maxChunks && !report.caughtUp) {
    const limit = pace.rows;
    const built = await buildDaysBefore(ctx.db, { before, limit }, pace.onHeld);
    report.days += built;
    report.chunks++;
    report.worstChunkMs = pace.worstMs;
    report.caughtUp = built < limit;
  }
  if (report.days > 0) await packTallies(ctx.db);
  return report;
}
