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

interface Covered {
  of: "series" | "endpoints";
  filter: Filter;
  /** Which rows of a bucket: those of one key or of each. */
  keys?: string;
}

/** The same columns from a window's `:hours` and from its `:days`. */
export function covered(columns: string, { of, filter, keys = THIS_KEY }: Covered): string {
  const read = (list: ":hours" | ":days", table: string, bucket: "hour" | "day") =>
    `SELECT ${columns} FROM json_each(${list}) AS b CROSS JOIN ${table} AS r
     ON r.account_id = :account AND r.${bucket} = b.value AND ${keys}${ofEndpoint("r", filter)}`;
  return `${read(":hours", `hourly_${of}`, "hour")}
   UNION ALL ${read(":days", `daily_${of}`, "day")}`;
}

export const rolled = (filter: Filter) => `api_usage AS u WHERE ${mine(filter)} AND u.id <= ${WATERMARK}`;

/** `NOT INDEXED`: with the index on (account_id, timestamp) it would walk the account's whole past. */
export const fresh = (filter: Filter) =>
  `api_usage AS u NOT INDEXED WHERE u.id > ${WATERMARK} AND ${mine(filter)}`;

/**
 * Raw rows with their weight `w`: those before the first whole hour, those after `:to` in the last one (-1, to take
 * away), and those not rolled up yet.
 */
export const edges = (columns: string, filter: Filter) =>
  `SELECT 1 AS w, ${columns} FROM ${rolled(filter)} AND timestamp >= :from AND timestamp < :first
   UNION ALL SELECT -1, ${columns} FROM ${rolled(filter)} AND timestamp > :to AND timestamp < :end
   UNION ALL SELECT 1, ${columns} FROM ${fresh(filter)} AND timestamp >= :from AND timestamp <= :to`;
