import type { RequestSearchQuery, RequestSearchResponse } from "#core/contract/usage.ts";
import { timesOfRequestIds } from "#core/domain/request-id.ts";
import type { AccountContext } from "#core/services/context.ts";
import { findUsageByIds } from "#core/storage/usage-log.ts";
import { usageItem } from "./usage-item.ts";

const MOST_FOUND = 3;

/**
 * The account's newest requests whose ID begins with `id`. A whole ID is found at any time; a beginning among the
 * requests of the time that it names, otherwise among the newest 20,000.
 */
export async function findRequests(
  { db, account }: AccountContext,
  { id }: RequestSearchQuery,
): Promise<RequestSearchResponse> {
  const beginning = id.toLowerCase();
  const rows = await findUsageByIds(db, {
    accountId: account.id,
    whole: id,
    beginning,
    times: timesOfRequestIds(beginning),
    limit: MOST_FOUND,
  });
  return { items: rows.map(usageItem) };
}
