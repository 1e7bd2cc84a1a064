import { IS_ERROR } from "./usage-marks.ts";

/*
 * What the reads of a window are put together from: whole buckets out of the roll-up, and raw rows where it ends or
 * has not arrived. `:key` 0 means all keys. A bucket is looked up by its number, so that an account's many keys cost
 * nothing.
 */

/** Whether a read is about the endpoint with the path `:endpoint`; one that was never used has no id and no rows. */
export type Filter = "all endpoints" | "one endpoint";

const WATERMARK = "(SELECT last_id FROM rollup_state WHERE name = 'usage')";
const mine = (filter: Filter) =>
  `u.account_id = :account AND (:key = 0 OR u.key_id = :key)${ofEndpoint("u", filter)}`;

export const RAW_SUMS = `count(*) AS n, sum(${IS_ERROR}) AS x, sum(response_time) AS t`;
export const THIS_KEY = "r.key_id = :key";

export const ofEndpoint = (table: "r" | "u", filter: Filter) =>
  filter === "all endpoints"
    ? ""
    : ` AND ${table}.endpoint_id = (SELECT id FROM endpoints WHERE path = :endpoint)`;

export const rows = (columns: string, from: string) =>
  `SELECT json_group_array(json_array(${columns})) AS json FROM (${from})`;

/** The tables that hold the sums of what is asked for, of one endpoint or of all. */
export const sumsOf = (filter: Filter) => (filter === "all endpoints" ? "series" : "endpoints");

/** Half of a short read's time goes into reading its SQL, so that it holds no more than its window needs. */
export interface Shape {
  filter: Filter;
  /** Whether the window holds whole UTC days, and `:days` is given. */
  days: boolean;
}

interface Covered extends Shape {
  of: "series" | "endpoints";
  /** Which rows of a bucket: those of one key or of each. */
  keys?: string;
}

/** The same columns from a window's `:hours` and from its `:days`. */
export function covered(columns: string, { of, filter, days, keys = THIS_KEY }: Covered): string {
  const read = (list: ":hours" | ":days", table: string, bucket: "hour" | "day") =>
    `SELECT ${columns} FROM json_each(${list}) AS b CROSS JOIN ${table} AS r
     ON r.account_id = :account AND r.${bucket} = b.value AND ${keys}${ofEndpoint("r", filter)}`;
  const hours = read(":hours", `hourly_${of}`, "hour");
  return days ? `${hours} UNION ALL ${read(":days", `daily_${of}`, "day")}` : hours;
}

export const rolled = (filter: Filter) => `api_usage AS u WHERE ${mine(filter)} AND u.id <= ${WATERMARK}`;

/** `NOT INDEXED`: with the index on (account_id, timestamp) it would walk the account's whole past. */
export const fresh = (filter: Filter) =>
  `api_usage AS u NOT INDEXED WHERE u.id > ${WATERMARK} AND ${mine(filter)}`;

/** Rolled up rows between where a window begins and where its buckets do; they count with `SIGN`. */
export const leading = (filter: Filter) => `${rolled(filter)}
  AND timestamp >= min(:from, :first) AND timestamp < max(:from, :first)`;
export const SIGN = "iif(:from < :first, 1, -1)";

/**
 * Raw rows with their weight `w`, -1 where buckets hold them too: those where the window begins, those after `:to` in
 * its last hour, and those not rolled up yet. `p` is their weight in the window before, whose buckets end where these
 * begin, if its rows not rolled up `since` then are asked for as well.
 */
export const edges = (columns: string, filter: Filter, since: ":from" | ":before" = ":from") =>
  `SELECT ${SIGN} AS w, -${SIGN} AS p, ${columns} FROM ${leading(filter)}
   UNION ALL SELECT -1, 0, ${columns} FROM ${rolled(filter)} AND timestamp > :to AND timestamp < :end
   UNION ALL SELECT timestamp >= :from, timestamp < :from, ${columns} FROM ${fresh(filter)}
     AND timestamp >= ${since} AND timestamp <= :to`;
