import { isRolling } from "#core/domain/ranges.ts";
import { type RequestedWindow, requestedWindow, type WindowQuery } from "#core/domain/requested-window.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import { keptFrom, RETENTION_DAYS_LEAST } from "#core/domain/usage.ts";
import type { AccountContext } from "#core/services/context.ts";

/**
 * Reads figures of a window.
 * @param read gets the instant (epoch ms) from which raw rows are complete, and reads in one snapshot with that instant
 */
export async function inWindow<Reading extends { reading: { retiredBefore: number } }>(
  ctx: AccountContext,
  query: WindowQuery,
  read: (window: RequestedWindow, keptFrom: number) => Promise<Reading>,
): Promise<Reading> {
  const now = ctx.clock.now();
  const window = requestedWindow(query, now);
  // Both windows of a rolling range are always kept, and so is the hour around an edge.
  const recent = window.previousFrom - HOUR_MS >= keptFrom(now, RETENTION_DAYS_LEAST);
  if (isRolling(query.range) || recent) return read(window, 0);
  for (let retiredBefore = ctx.account.rawUsageFrom; ; ) {
    const result = await read(window, retiredBefore);
    // Rows may have been retired in between, but the next midnight is far.
    if (result.reading.retiredBefore === retiredBefore) return result;
    retiredBefore = result.reading.retiredBefore;
  }
}
