import type { UsageQuery, UsageReceipt, UsageResponse } from "#core/contract/usage.ts";
import { displayMask } from "#core/domain/api-key.ts";
import { notFound } from "#core/domain/errors.ts";
import { formatCursor, parseCursor } from "#core/domain/page.ts";
import { REQUEST_ID_MAX } from "#core/domain/request-id.ts";
import type { AccountContext } from "#core/services/context.ts";
import { priceListOf } from "#core/services/prices/read-prices.ts";
import { findUsage, readUsageLog, type UsageLogRow } from "#core/storage/usage-log.ts";
import { LATEST_ID, LOG_BOUNDS, type LogBounds, type LogPosition } from "#core/storage/usage-log-scope.ts";
import { chargeOf } from "./request-charge.ts";
import { logFilter } from "./usage-filter.ts";
import { usageItem } from "./usage-item.ts";

/** The last instant that a date can hold. */
const LATEST = { timestamp: 8.64e15, id: 0 };

/**
 * Newest first; pages neither skip nor repeat a request. A page reads a bounded number of rows, so with a rare filter
 * it may be short or empty; the log ends only where `next_cursor` is null.
 */
export async function listUsage(
  ctx: AccountContext,
  query: UsageQuery,
  bounds: LogBounds = LOG_BOUNDS,
): Promise<UsageResponse> {
  const before = startOf(query);
  const scope = { ...(await logFilter(ctx, query)), before, newest: LATEST_ID, limit: query.limit };
  const from = query.from === undefined ? 0 : Math.max(0, Date.parse(query.from));
  const { rows, next } = await readUsageLog(ctx.db, { ...scope, from }, bounds);
  return { items: rows.map(usageItem), next_cursor: next && formatCursor(next.timestamp, next.id) };
}

/** The page begins before the cursor, but not after `to`. */
function startOf({ cursor, to }: UsageQuery): LogPosition {
  const [timestamp = 0, id = 0] = cursor === undefined ? [LATEST.timestamp] : parseCursor(cursor, 2);
  const end = to === undefined ? LATEST : { timestamp: Date.parse(to) + 1, id: 0 };
  return end.timestamp <= timestamp ? end : { timestamp, id };
}

/** `key` is the key as it is now; null for an unknown key. */
export async function getUsageReceipt(
  { db, account }: AccountContext,
  requestId: string,
): Promise<UsageReceipt> {
  const found = requestId.length > REQUEST_ID_MAX ? null : await findUsage(db, account.id, requestId);
  if (found === null) throw notFound("Request");
  const { request, list } = found;
  return { ...usageItem(request), ...chargeOf(request, list && priceListOf(list)), key: keyOf(request) };
}

function keyOf({ keyName, keyMask, keyStatus }: UsageLogRow): UsageReceipt["key"] {
  if (keyName === null || keyMask === null || keyStatus === null) return null;
  return { name: keyName, mask: displayMask(keyMask), status: keyStatus };
}
