import { DAY_MS } from "#core/domain/time.ts";
import { keptFrom } from "#core/domain/usage.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { retireHoursOf } from "#core/storage/hours-retention.ts";
import { type ChunkLimits, ChunkPace } from "./chunk-pace.ts";

/** The ids of a chunk's accounts. */
const FIRST_SPAN = 200;
const LIMITS: ChunkLimits = { least: 1, most: 1_000_000 };

export interface RetireHoursReport {
  chunks: number;
  worstChunkMs: number;
  /** Nothing is left before the next UTC midnight. */
  done: boolean;
}

/**
 * Deletes the hours of days older than `days`; the days stay, and with them the figures of whole days. Safe to repeat or
 * interrupt. It waits for days that are not built.
 * @param days at least those for which raw rows are kept.
 */
export async function retireHours(
  { db, clock }: ServiceContext,
  { days, span = FIRST_SPAN, maxChunks = 500 }: { days: number; span?: number; maxChunks?: number },
): Promise<RetireHoursReport> {
  const before = keptFrom(clock.now(), days) / DAY_MS;
  const pace = new ChunkPace(span, LIMITS);
  const report = { chunks: 0, worstChunkMs: 0, done: false };
  for (let last = ""; report.chunks < maxChunks && !report.done; report.chunks++) {
    const place = await retireHoursOf(db, { before, span: pace.rows }, pace.onHeld);
    report.done = place.retiredBefore >= before * DAY_MS;
    const at = `${place.retiredBefore}/${place.nextAccount}`;
    if (at === last) break;
    last = at;
  }
  report.worstChunkMs = pace.worstMs;
  return report;
}
