import type { UsageAnswer, UsageQuery } from "#core/contract/usage.ts";
import { cursorAt, placeOf } from "#core/domain/page.ts";
import type { AccountContext } from "#core/services/context.ts";
import { readUsageLog } from "#core/storage/usage-log.ts";
import { LOG_BOUNDS, type LogBounds, type Place } from "#core/storage/usage-log-scope.ts";
import { logFilter } from "./log-filter.ts";
import { usageItem } from "./usage-item.ts";

/** The last instant that a date can hold, and the largest id. */
const LATEST = { timestamp: 8.64e15, id: 0 };
const LATEST_ID = Number.MAX_SAFE_INTEGER;

/**
 * The account's metered requests, newest first, that fit the query, up to the latest that arrived.
 * All pages together hold each request that was there at the first one exactly once. A page reads a bounded number of
 * rows: with a filter that few requests fit it may hold fewer than `limit`, even none; the log ends where
 * `next_cursor` is null, and only there.
 * @throws DomainError `not_found` for a key that is not the account's, `invalid_request` for a cursor that is none.
 */
export async function listUsage(
  ctx: AccountContext,
  query: UsageQuery,
  bounds: LogBounds = LOG_BOUNDS,
): Promise<UsageAnswer> {
  const before = startOf(query);
  const scope = { ...(await logFilter(ctx, query)), before, newest: LATEST_ID, limit: query.limit };
  const from = query.from === undefined ? 0 : Math.max(0, Date.parse(query.from));
  const { rows, next } = await readUsageLog(ctx.db, { ...scope, from }, bounds);
  return { items: rows.map(usageItem), next_cursor: next && cursorAt(next.timestamp, next.id) };
}

/** The page begins before the place of the cursor, but not after `to`. */
function startOf({ cursor, to }: UsageQuery): Place {
  const [timestamp = 0, id = 0] = cursor === undefined ? [LATEST.timestamp] : placeOf(cursor, 2);
  const end = to === undefined ? LATEST : { timestamp: Date.parse(to) + 1, id: 0 };
  return end.timestamp <= timestamp ? end : { timestamp, id };
}
