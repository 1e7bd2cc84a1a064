import { addressOf, textParameter, withQuery } from "#app/lib/address.ts";
import { type ChosenRange, linkRange } from "#app/lib/chosen-range.ts";
import { paths } from "#app/lib/paths.ts";
import { readerZone } from "#app/lib/reader-zone.ts";

/** Limits the figures to one key, and to one endpoint or one model; empty for all requests. */
export interface UsageFilter {
  keyId?: string;
  endpoint?: string;
  model?: string;
}
export type FilterName = keyof UsageFilter;
export type FilterChanges = Partial<Record<FilterName, string | null>>;

export const FILTER_NAMES = ["keyId", "endpoint", "model"] as const;

export const FILTER_PARAMETERS = {
  keyId: textParameter("key"),
  endpoint: textParameter("endpoint"),
  model: textParameter("model"),
};
const filterAddress = addressOf(FILTER_PARAMETERS);

/** Without the names that are null. */
export const filterOf = ({ keyId, endpoint, model }: Record<FilterName, string | null>): UsageFilter => ({
  ...(keyId && { keyId }),
  ...(endpoint && { endpoint }),
  ...(model && { model }),
});

/** Figures are kept by key and endpoint and by key and model, so the API refuses both together. */
export function parseFilter(search: URLSearchParams): UsageFilter {
  const { model, ...names } = filterAddress.read(search);
  return filterOf({ ...names, model: names.endpoint === null ? model : null });
}

export const isFiltered = (filter: UsageFilter) => FILTER_NAMES.some((name) => filter[name] !== undefined);

/** Null removes a name. A chosen endpoint takes the place of a model, and a model that of an endpoint. */
export function withFilter(search: URLSearchParams, changes: FilterChanges): URLSearchParams {
  const replaced: FilterChanges = {};
  if (changes.endpoint) replaced.model = null;
  if (changes.model) replaced.endpoint = null;
  return filterAddress.write(search, { ...replaced, ...changes });
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

/** Of requests in the log: a code, `success` or `error`. */
export const STATUS_PARAMETER = { status: textParameter("status", /^(success|error|[1-5]\d\d)$/) };
const statusAddress = addressOf(STATUS_PARAMETER);

/** The request log, filtered. */
export function requestsPath(range: ChosenRange, filter: UsageFilter, status?: string): string {
  const search = withFilter(linkRange(range), filter);
  return withQuery(paths.usage, statusAddress.write(search, { status: status ?? null }));
}
