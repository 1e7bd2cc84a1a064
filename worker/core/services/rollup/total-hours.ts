import { HOUR_MS, MINUTE_MS } from "#core/domain/time.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { buildTotals, markWideHours } from "#core/storage/hour-totals.ts";
import { type ChunkLimits, ChunkPace } from "./chunk-pace.ts";

/** Few rows of an hour are still to come. */
const OVER_AFTER_MS = 15 * MINUTE_MS;
/** As many rows of an hour are added up as quickly as totals are found. */
const FEW_ROWS = 24;
const FIRST_CHUNK_HOURS = 2;
const LIMITS: ChunkLimits = { least: 1, most: 1000 };
/** The next run continues. */
const CHECKS_A_RUN = 500;

interface TotalsOptions {
  /** An hour with more rows gets totals. */
  few?: number;
  chunkHours?: number;
  maxChecks?: number;
}

export interface TotalsReport {
  /** Hours of accounts that got totals. */
  totalled: number;
  worstChunkMs: number;
  caughtUp: boolean;
}

/**
 * Stores totals by key, endpoint and model of hours that are over, for accounts whose hours have many rows. No figure
 * changes by it. Safe to repeat, overlap or interrupt.
 */
export async function totalHours(
  { db, clock }: ServiceContext,
  { few = FEW_ROWS, chunkHours, maxChecks = CHECKS_A_RUN }: TotalsOptions = {},
): Promise<TotalsReport> {
  const before = Math.floor((clock.now() - OVER_AFTER_MS) / HOUR_MS);
  const checks = ChunkPace.of(chunkHours, FIRST_CHUNK_HOURS, LIMITS);
  const pace = ChunkPace.of(chunkHours, FIRST_CHUNK_HOURS, LIMITS);
  const report = { totalled: await buildMarked(db, pace), worstChunkMs: 0, caughtUp: false };
  for (let count = 0; count < maxChecks && !report.caughtUp; count += 1) {
    const { nextHour, marked } = await markWideHours(db, { before, few, hours: checks.rows }, checks.onHeld);
    report.caughtUp = nextHour >= before;
    if (marked > 0) report.totalled += await buildMarked(db, pace);
  }
  report.worstChunkMs = Math.max(checks.worstMs, pace.worstMs);
  return report;
}

async function buildMarked(db: ServiceContext["db"], pace: ChunkPace): Promise<number> {
  for (let totalled = 0; ; ) {
    const limit = pace.rows;
    const built = await buildTotals(db, limit, pace.onHeld);
    totalled += built;
    if (built < limit) return totalled;
  }
}
