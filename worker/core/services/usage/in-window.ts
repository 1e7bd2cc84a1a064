import { ALL_KEPT, type Kept } from "#core/domain/analytics-window.ts";
import { isRolling } from "#core/domain/ranges.ts";
import { type RequestedWindow, requestedWindow, type WindowQuery } from "#core/domain/requested-window.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import { keptFrom, RETENTION_DAYS_LEAST } from "#core/domain/usage.ts";
import type { AccountContext } from "#core/services/context.ts";

/**
 * Reads figures of a window.
 * @param read gets what is kept since when, and reads in one snapshot with that
 */
export async function inWindow<Reading extends { reading: { kept: Kept } }>(
  ctx: AccountContext,
  query: WindowQuery,
  read: (window: RequestedWindow, kept: Kept) => Promise<Reading>,
): Promise<Reading> {
  const now = ctx.clock.now();
  const window = requestedWindow(query, now);
  // Both windows of a rolling range are always kept, and so is the hour around an edge.
  const recent = window.previousFrom - HOUR_MS >= keptFrom(now, RETENTION_DAYS_LEAST);
  if (isRolling(query.range) || recent) return read(window, ALL_KEPT);
  for (let kept = ctx.account.usageKept; ; ) {
    const result = await read(window, kept);
    // Something may have been retired in between, but the next midnight is far.
    const { rowsFrom, hoursFrom } = result.reading.kept;
    if (rowsFrom === kept.rowsFrom && hoursFrom === kept.hoursFrom) return result;
    kept = result.reading.kept;
  }
}
