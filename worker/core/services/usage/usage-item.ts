import type { UsageItem } from "#core/contract/usage.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { OTHER_ENDPOINT } from "#core/domain/usage-endpoint.ts";
import type { UsageLogRow } from "#core/storage/usage-log.ts";

/** What a request is shown to come from, also when that is not known any more. */
export const originOf = ({ keyPublicId, endpoint }: UsageLogRow) => ({
  key_id: keyPublicId ?? "",
  endpoint: endpoint ?? OTHER_ENDPOINT,
});

/** A metered request as its account is shown it. */
export function usageItem(row: UsageLogRow): UsageItem {
  return {
    request_id: row.requestId,
    timestamp: new Date(row.timestamp).toISOString(),
    ...originOf(row),
    status_code: row.statusCode,
    response_time: row.responseTime,
    tokens_in: row.tokensIn,
    tokens_out: row.tokensOut,
    cost: dollarsFromMicros(row.costMicros),
  };
}
