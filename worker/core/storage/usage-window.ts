import { cover, type Span } from "#core/domain/analytics-window.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import { IS_ERROR, WATERMARK } from "./rollup.ts";

/*
 * Building blocks for reads of a time window: whole buckets from the roll-up, and raw rows where the window is not
 * aligned with them or not rolled up yet. `:key` 0 means all keys. Buckets are looked up by number, so that an
 * account's other keys cost nothing.
 */

export interface UsageFilter {
  accountId: number;
  /** api_keys.id, or 0 for all keys of the account. */
  keyId: number;
  endpoint: string | null;
}

/** `one endpoint` is the path `:endpoint`; one that was never used has no id and no rows. */
export type EndpointFilter = "all endpoints" | "one endpoint";

/** Half of a short read's time goes into parsing its SQL, so statements hold no more than their window needs. */
export interface Shape {
  filter: EndpointFilter;
  days: boolean;
}

interface CoveredShape extends Shape {
  source: "series" | "endpoints" | "models";
  keys?: string;
}

export const THIS_KEY = "r.key_id = :key";
/** A raw row's part of each sum. */
export const RAW_VALUES = {
  ...{ requests: "1", errors: IS_ERROR, responseTime: "response_time", cost: "cost_micros" },
  ...{ tokensIn: "tokens_in", tokensCached: "tokens_cached", tokensOut: "tokens_out" },
};
export const RAW_SUMS = Object.entries(RAW_VALUES)
  .map(([name, value]) => `${name === "requests" ? "count(*)" : `sum(${value})`} AS ${name}`)
  .join(", ");

export const ofEndpoint = (table: "r" | "u", filter: EndpointFilter) =>
  filter === "all endpoints"
    ? ""
    : ` AND ${table}.endpoint_id = (SELECT id FROM endpoints WHERE path = :endpoint)`;

const ofOwner = (filter: EndpointFilter) =>
  `u.account_id = :account AND (:key = 0 OR u.key_id = :key)${ofEndpoint("u", filter)}`;

/** One JSON text instead of rows, which cost more in transport than in the query. */
export const jsonRows = (columns: readonly string[], from: string) =>
  `SELECT json_group_array(json_object(${columns.map((name) => `'${name}', ${name}`).join(", ")})) AS json
   FROM (${from})`;

export const sumsSource = (filter: EndpointFilter) => (filter === "all endpoints" ? "series" : "endpoints");

export function covered(columns: string, { source, filter, days, keys = THIS_KEY }: CoveredShape): string {
  const read = (list: ":hours" | ":days", table: string, bucket: "hour" | "day") =>
    `SELECT ${columns} FROM json_each(${list}) AS b CROSS JOIN ${table} AS r
     ON r.account_id = :account AND r.${bucket} = b.value AND ${keys}${ofEndpoint("r", filter)}`;
  const hours = read(":hours", `hourly_${source}`, "hour");
  return days ? `${hours} UNION ALL ${read(":days", `daily_${source}`, "day")}` : hours;
}

export const rolled = (filter: EndpointFilter, mark = WATERMARK) =>
  `api_usage AS u WHERE ${ofOwner(filter)} AND u.id <= ${mark}`;

/** `NOT INDEXED`: with the index on (account_id, timestamp) it would read all of the account's rows. */
export const fresh = (filter: EndpointFilter, mark = WATERMARK) =>
  `api_usage AS u NOT INDEXED WHERE u.id > ${mark} AND ${ofOwner(filter)}`;

/** Rolled-up rows between the start of the window and the start of its buckets; they count with `SIGN`. */
export const leading = (filter: EndpointFilter, mark = WATERMARK) => `${rolled(filter, mark)}
  AND timestamp >= min(:from, :first) AND timestamp < max(:from, :first)`;
export const SIGN = "iif(:from < :first, 1, -1)";

/**
 * Raw rows with their `weight`, -1 where buckets contain them too: those at the start of the window, those after `:to`
 * in its last hour, and those not rolled up yet. `previousWeight` is their weight in the previous window, whose buckets
 * end where these begin; that window's fresh rows are included when `since` is its start.
 */
export const edges = (columns: string, filter: EndpointFilter, since: ":from" | ":before" = ":from") =>
  `SELECT ${SIGN} AS weight, -${SIGN} AS previousWeight, ${columns} FROM ${leading(filter)}
   UNION ALL SELECT -1, 0, ${columns} FROM ${rolled(filter)} AND timestamp > :to AND timestamp < :end
   UNION ALL SELECT timestamp >= :from, timestamp < :from, ${columns} FROM ${fresh(filter)}
     AND timestamp >= ${since} AND timestamp <= :to`;

/** The server refuses arguments that a statement does not name, so `endpoint` is only there when it is used. */
export const ownerArguments = ({ accountId, keyId, endpoint }: UsageFilter) => ({
  account: accountId,
  key: keyId,
  ...(endpoint !== null && { endpoint }),
});

/** The buckets that cover a window's whole hours: `:hours`, and `:days` if there are any. */
export function bucketArguments({ firstHour, endHour }: Pick<Span, "firstHour" | "endHour">) {
  const { hours, days } = cover(firstHour, endHour);
  return { hours: JSON.stringify(hours), ...(days.length > 0 && { days: JSON.stringify(days) }) };
}

export const shapeOf = ({ endpoint }: UsageFilter, buckets: ReturnType<typeof bucketArguments>): Shape => ({
  filter: endpoint === null ? "all endpoints" : "one endpoint",
  days: buckets.days !== undefined,
});

export const edgeArguments = ({ from, to, firstHour, endHour }: Span) => ({
  from,
  to,
  first: firstHour * HOUR_MS,
  end: endHour * HOUR_MS,
});

export function spanStatement(sql: (shape: Shape) => string, filter: UsageFilter, span: Span) {
  const buckets = bucketArguments(span);
  const args = { ...ownerArguments(filter), ...buckets, ...edgeArguments(span) };
  return { sql: sql(shapeOf(filter, buckets)), args };
}
