import { QUARTER_MS } from "#core/domain/zone.ts";
import { IS_ERROR, RAW_TALLY } from "./usage-marks.ts";

/*
 * Reads of one snapshot. Each answers one text value: rows cost more in transport than in the query.
 * `:key` 0 means all keys. A bucket is looked up by its number, so that an account's many keys cost nothing.
 */
const WATERMARK = "(SELECT last_id FROM rollup_state WHERE name = 'usage')";
const MINE = "u.account_id = :account AND (:key = 0 OR u.key_id = :key)";
const RAW_SUMS = `count(*) AS n, sum(${IS_ERROR}) AS x, sum(response_time) AS t`;
const rows = (columns: string, from: string) =>
  `SELECT json_group_array(json_array(${columns})) AS json FROM (${from})`;

const buckets = (list: ":hours" | ":days", table: string, bucket: "hour" | "day") =>
  `FROM json_each(${list}) AS b CROSS JOIN ${table} AS r
   ON r.account_id = :account AND r.${bucket} = b.value AND r.key_id = :key`;
/** The same columns from a window's hours and from its days. */
const covered = (columns: string, of: "series" | "endpoints") =>
  `SELECT ${columns} ${buckets(":hours", `hourly_${of}`, "hour")}
   UNION ALL SELECT ${columns} ${buckets(":days", `daily_${of}`, "day")}`;

export const PATHS = "SELECT json_group_object(id, path) AS json FROM endpoints";

const part = (column: string) =>
  `CASE part WHEN 'hour' THEN r.${column} WHEN 'late' THEN r.late_${column} ELSE r.${column} - r.late_${column} END`;
const shared = (table: string, bucket: string) =>
  `FROM share CROSS JOIN json_each(share.buckets) AS b CROSS JOIN ${table} AS r
     ON r.account_id = :account AND r.${bucket} = b.value AND r.key_id = :key`;
/** `:shares`: [point, part, buckets] each; taken apart once, not for each bucket. */
export const SHARES = `WITH share AS MATERIALIZED (
    SELECT value->>0 AS point, value->>1 AS part, value->>2 AS buckets FROM json_each(:shares))
  ${rows(
    "point, n, x, t",
    `SELECT point, sum(n) AS n, sum(x) AS x, sum(t) AS t FROM (
     SELECT point, ${part("requests")} AS n, ${part("errors")} AS x, ${part("response_time_sum")} AS t
       ${shared("hourly_series", "hour")} WHERE part <> 'day'
     UNION ALL SELECT point, r.requests, r.errors, r.response_time_sum
       ${shared("daily_series", "day")} WHERE part = 'day')
     GROUP BY point`,
  )}`;

export const TALLY = `SELECT json_quote(coalesce(group_concat(tally, ''), '')) AS json
  FROM (${covered("r.tally", "series")})`;

export const ENDPOINTS = rows(
  "endpoint_id, n, t, c",
  `SELECT endpoint_id, sum(requests) AS n, sum(response_time_sum) AS t, sum(cost_micros) AS c
   FROM (${covered("r.endpoint_id, r.requests, r.response_time_sum, r.cost_micros", "endpoints")}) GROUP BY endpoint_id`,
);

/** `NOT INDEXED`: with the index on (account_id, timestamp) it would walk the account's whole past. */
const FRESH = `api_usage AS u NOT INDEXED WHERE u.id > ${WATERMARK} AND ${MINE}`;
const ROLLED = `api_usage AS u WHERE ${MINE} AND u.id <= ${WATERMARK}`;
const EDGE = "timestamp, endpoint_id, status_code, response_time, cost_micros";

/** Rows before the first whole hour, rows after `to` in the last one (to take away), rows not rolled up yet. */
export const EDGES = rows(
  "w, quarter, endpoint_id, n, x, t, c, tally",
  `SELECT w, timestamp / ${QUARTER_MS} AS quarter, endpoint_id, ${RAW_SUMS}, sum(cost_micros) AS c, ${RAW_TALLY} AS tally FROM (
     SELECT 1 AS w, ${EDGE} FROM ${ROLLED} AND timestamp >= :from AND timestamp < :first
     UNION ALL SELECT -1, ${EDGE} FROM ${ROLLED} AND timestamp > :to AND timestamp < :end
     UNION ALL SELECT 1, ${EDGE} FROM ${FRESH} AND timestamp >= :from AND timestamp <= :to)
   GROUP BY w, quarter, endpoint_id`,
);

/** Pieces of hours that begin a point at :15 or :45. */
export const CUTS = rows(
  "point, n, x, t",
  `SELECT piece.value->>0 AS point, ${RAW_SUMS}
   FROM json_each(:cuts) AS piece CROSS JOIN ${ROLLED}
     AND timestamp >= piece.value->>1 AND timestamp < piece.value->>2
   GROUP BY point`,
);

const PREVIOUS_EDGE = `SELECT 1 AS requests, ${IS_ERROR} AS errors, response_time AS response_time_sum, cost_micros`;
/** The window before needs sums only: its buckets, both its edges, and its rows not rolled up yet. */
export const PREVIOUS = `SELECT json_array(coalesce(sum(requests), 0), coalesce(sum(errors), 0),
    coalesce(sum(response_time_sum), 0), coalesce(sum(cost_micros), 0)) AS json
  FROM (
    ${covered("r.requests, r.errors, r.response_time_sum, r.cost_micros", "series")}
    UNION ALL ${PREVIOUS_EDGE} FROM ${ROLLED} AND timestamp >= :from AND timestamp < :first
    UNION ALL ${PREVIOUS_EDGE} FROM ${ROLLED} AND timestamp >= :end AND timestamp < :to
    UNION ALL ${PREVIOUS_EDGE} FROM ${FRESH} AND timestamp >= :from AND timestamp < :to)`;
