import type { UsageReceipt } from "#core/contract/usage.ts";
import { displayMask } from "#core/domain/api-key.ts";
import { notFound } from "#core/domain/errors.ts";
import type { AccountContext } from "#core/services/context.ts";
import { findUsage, type UsageLogRow } from "#core/storage/usage-log.ts";
import { usageItem } from "./usage-item.ts";

const REQUEST_ID_MAX = 128;

/**
 * One metered request of the account, with the key it came from as that key is now; null for a key that is not known.
 * @throws DomainError `not_found` for a request that is not the account's.
 */
export async function getUsageReceipt(
  { db, account }: AccountContext,
  requestId: string,
): Promise<UsageReceipt> {
  const row = requestId.length > REQUEST_ID_MAX ? null : await findUsage(db, account.id, requestId);
  if (!row) throw notFound("Request");
  return { ...usageItem(row), key: keyOf(row) };
}

function keyOf({ keyName, keyMask, keyStatus }: UsageLogRow): UsageReceipt["key"] {
  if (keyName === null || keyMask === null || keyStatus === null) return null;
  return { name: keyName, mask: displayMask(keyMask), status: keyStatus };
}
