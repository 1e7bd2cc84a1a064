import { paths } from "#app/lib/paths.ts";
import { RANGES, type Range } from "#core/domain/ranges.ts";

const RANGE_PARAM = "range";
const DEFAULT_RANGE: Range = "24h";

/** Limits the figures to one key, one endpoint or both; empty for all requests. */
export interface UsageFilter {
  keyId?: string;
  endpoint?: string;
}
export type FilterName = keyof UsageFilter;
export type FilterChanges = Partial<Record<FilterName, string | null>>;

const PARAMS: Record<FilterName, string> = { keyId: "key", endpoint: "endpoint" };

export function parseFilter(search: URLSearchParams): UsageFilter {
  const [keyId, endpoint] = [search.get(PARAMS.keyId), search.get(PARAMS.endpoint)];
  return { ...(keyId && { keyId }), ...(endpoint && { endpoint }) };
}

export const isFiltered = ({ keyId, endpoint }: UsageFilter) => keyId !== undefined || endpoint !== undefined;

/** Null removes a parameter. */
export function withFilter(search: URLSearchParams, changes: FilterChanges): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of ["keyId", "endpoint"] as const) {
    const value = changes[name];
    if (value) next.set(PARAMS[name], value);
    else if (value === null) next.delete(PARAMS[name]);
  }
  return next;
}

export const filterQuery = ({ keyId, endpoint }: UsageFilter) => ({
  ...(keyId && { key_id: keyId }),
  ...(endpoint && { endpoint }),
});

export const STATUS_PARAM = "status";

/** The request log, filtered; `status` is a code, `success` or `error`. */
export function requestsPath(range: Range, filter: UsageFilter, status?: string): string {
  const search = withFilter(withRange(new URLSearchParams(), range), filter);
  if (status) search.set(STATUS_PARAM, status);
  return search.size === 0 ? paths.usage : `${paths.usage}?${search}`;
}

/** An unknown range becomes the default one, so that an old link still opens. */
export function parseRange(search: URLSearchParams): Range {
  const requested = search.get(RANGE_PARAM);
  return RANGES.find((range) => range === requested) ?? DEFAULT_RANGE;
}

/** The default range is left out. */
export function withRange(search: URLSearchParams, range: string): URLSearchParams {
  const next = new URLSearchParams(search);
  if (range === DEFAULT_RANGE) next.delete(RANGE_PARAM);
  else next.set(RANGE_PARAM, range);
  return next;
}
