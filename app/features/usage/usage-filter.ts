import { paths } from "#app/lib/paths.ts";
import type { Range } from "#core/domain/ranges.ts";
import { withRange } from "./range-param.ts";

/** Which requests are looked at: those of one key, of one endpoint, or both; without them all. */
export interface UsageFilter {
  keyId?: string;
  endpoint?: string;
}
export type FilterName = keyof UsageFilter;

const PARAMS: Record<FilterName, string> = { keyId: "key", endpoint: "endpoint" };

export function parseFilter(search: URLSearchParams): UsageFilter {
  const [keyId, endpoint] = [search.get(PARAMS.keyId), search.get(PARAMS.endpoint)];
  return { ...(keyId && { keyId }), ...(endpoint && { endpoint }) };
}

export const isFiltered = ({ keyId, endpoint }: UsageFilter) => keyId !== undefined || endpoint !== undefined;

/** The address's parameters with another filter; null takes one away. Other parameters stay as they are. */
export function withFilter(
  search: URLSearchParams,
  changes: Partial<Record<FilterName, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of ["keyId", "endpoint"] as const) {
    const value = changes[name];
    if (value) next.set(PARAMS[name], value);
    else if (value === null) next.delete(PARAMS[name]);
  }
  return next;
}

/** As the API names it. */
export const filterQuery = ({ keyId, endpoint }: UsageFilter) => ({
  ...(keyId && { key_id: keyId }),
  ...(endpoint && { endpoint }),
});

export const STATUS_PARAM = "status";

/** Where the requests behind a figure are listed; `status` is a code, `success` or `error`. */
export function requestsPath(range: Range, filter: UsageFilter, status?: string): string {
  const search = withFilter(withRange(new URLSearchParams(), range), filter);
  if (status) search.set(STATUS_PARAM, status);
  return search.size === 0 ? paths.usage : `${paths.usage}?${search}`;
}
