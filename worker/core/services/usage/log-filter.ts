import type { UsageFileQuery } from "#core/contract/usage.ts";
import { usageFilter } from "#core/services/analytics/usage-filter.ts";
import type { AccountContext } from "#core/services/context.ts";
import { findEndpointId } from "#core/storage/endpoints.ts";
import { ANY_STATUS, ERROR, type LogFilter, SUCCESS } from "#core/storage/usage-log-scope.ts";

/** No request has it. */
const UNUSED_ENDPOINT = -1;

/**
 * The account's requests that a query asks about.
 * @throws DomainError `not_found` for a key that is not the account's.
 */
export async function logFilter(
  ctx: AccountContext,
  query: Pick<UsageFileQuery, "key_id" | "endpoint" | "status">,
): Promise<LogFilter> {
  const { endpoint, status } = query;
  const [{ accountId, keyId }, endpointId] = await Promise.all([
    usageFilter(ctx, query),
    endpoint === undefined ? 0 : findEndpointId(ctx.db, endpoint),
  ]);
  return { accountId, keyId, endpointId: endpointId ?? UNUSED_ENDPOINT, status: statusRange(status) };
}

function statusRange(status: string | undefined): LogFilter["status"] {
  if (status === undefined) return ANY_STATUS;
  if (status === "success") return SUCCESS;
  if (status === "error") return ERROR;
  return { least: Number(status), most: Number(status) };
}
