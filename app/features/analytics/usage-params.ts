import { paths } from "#app/lib/paths.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { type ChosenRange, linkRange } from "./chosen-range.ts";

/** Limits the figures to one key, and to one endpoint or one model; empty for all requests. */
export interface UsageFilter {
  keyId?: string;
  endpoint?: string;
  model?: string;
}
export type FilterName = keyof UsageFilter;
export type FilterChanges = Partial<Record<FilterName, string | null>>;

export const FILTER_PARAMS: Record<FilterName, string> = {
  keyId: "key",
  endpoint: "endpoint",
  model: "model",
};
export const FILTER_NAMES = ["keyId", "endpoint", "model"] as const;
/** Figures are kept by key and endpoint and by key and model, so the API refuses both together. */
const EXCLUDES: Partial<Record<FilterName, FilterName>> = { endpoint: "model", model: "endpoint" };

export function parseFilter(search: URLSearchParams): UsageFilter {
  const filter: UsageFilter = {};
  for (const name of FILTER_NAMES) {
    const value = search.get(FILTER_PARAMS[name]);
    const excludes = EXCLUDES[name];
    if (value && !(excludes && filter[excludes])) filter[name] = value;
  }
  return filter;
}

export const isFiltered = (filter: UsageFilter) => FILTER_NAMES.some((name) => filter[name] !== undefined);

/** Null removes a parameter. */
export function withFilter(search: URLSearchParams, changes: FilterChanges): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of FILTER_NAMES) {
    const value = changes[name];
    const excludes = EXCLUDES[name];
    if (value) next.set(FILTER_PARAMS[name], value);
    else if (value === null) next.delete(FILTER_PARAMS[name]);
    if (value && excludes) next.delete(FILTER_PARAMS[excludes]);
  }
  return next;
}

export const filterQuery = ({ keyId, endpoint, model }: UsageFilter) => ({
  ...(keyId && { key_id: keyId }),
  ...(endpoint && { endpoint }),
  ...(model && { model }),
});

/** For the API. Days and months are those of the reader's zone. */
export const usageQuery = (range: ChosenRange, filter: UsageFilter) => ({
  ...range,
  tz: readerZone(),
  ...filterQuery(filter),
});

export const STATUS_PARAM = "status";

/** The request log, filtered; `status` is a code, `success` or `error`. */
export function requestsPath(range: ChosenRange, filter: UsageFilter, status?: string): string {
  const search = withFilter(linkRange(range), filter);
  if (status) search.set(STATUS_PARAM, status);
  return search.size === 0 ? paths.usage : `${paths.usage}?${search}`;
}
