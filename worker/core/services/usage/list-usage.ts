import type { UsageAnswer, UsageItem, UsageQuery } from "#core/contract/usage.ts";
import { notFound } from "#core/domain/errors.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { cursorAt, cutPage, placeOf } from "#core/domain/page.ts";
import { OTHER_ENDPOINT } from "#core/domain/usage-endpoint.ts";
import type { AccountContext } from "#core/services/context.ts";
import { findKey } from "#core/storage/keys.ts";
import { readUsageLog, type UsageLogRow } from "#core/storage/usage-log.ts";

/**
 * The account's metered requests, newest first, for one key or all of them, up to the latest that arrived.
 * All pages together hold each request that was there at the first one exactly once.
 * @throws DomainError `not_found` for a key that is not the account's, `invalid_request` for a cursor that is none.
 */
export async function listUsage(ctx: AccountContext, query: UsageQuery): Promise<UsageAnswer> {
  const { db, account } = ctx;
  const { cursor, limit, key_id } = query;
  const before = cursor === undefined ? null : placeIn(cursor);
  const keyId = key_id === undefined ? null : await ownKeyId(ctx, key_id);
  const rows = await readUsageLog(db, { accountId: account.id, keyId, before, limit: limit + 1 });
  return cutPage(rows, limit, {
    item: usageItem,
    cursor: ({ timestamp, id }) => cursorAt(timestamp, id),
  });
}

function placeIn(cursor: string) {
  const [timestamp = 0, id = 0] = placeOf(cursor, 2);
  return { timestamp, id };
}

async function ownKeyId({ db, account }: AccountContext, publicId: string): Promise<number> {
  const key = await findKey(db, account.id, publicId);
  if (!key) throw notFound("API key");
  return key.id;
}

function usageItem(row: UsageLogRow): UsageItem {
  return {
    request_id: row.requestId,
    timestamp: new Date(row.timestamp).toISOString(),
    key_id: row.keyPublicId ?? "",
    endpoint: row.endpoint ?? OTHER_ENDPOINT,
    status_code: row.statusCode,
    response_time: row.responseTime,
    tokens_in: row.tokensIn,
    tokens_out: row.tokensOut,
    cost: dollarsFromMicros(row.costMicros),
  };
}
