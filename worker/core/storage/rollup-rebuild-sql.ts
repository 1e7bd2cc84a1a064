import { HOUR_MS, HOURS_PER_DAY } from "#core/domain/time.ts";
import { totalsOf } from "./hour-totals.ts";
import {
  ADDED_UP,
  CLEAR,
  FEED,
  IS_ERROR,
  LATE_SUMS,
  RAW_TALLY,
  SUMS,
  stageRows,
  WATERMARK,
} from "./rollup.ts";
import { HOURS_OF_DAY, isBuilt } from "./rollup-days.ts";

// Hours that may have lost raw rows are never written. Hours and days are counted since the epoch.
const RETIRED_BEFORE = "(SELECT retired_before FROM usage_retention WHERE name = 'usage')";
const KEPT = `:hour * ${HOUR_MS} >= ${RETIRED_BEFORE}`;
const RAW = `account_id = :account AND timestamp >= :hour * ${HOUR_MS} AND timestamp < (:hour + 1) * ${HOUR_MS}
  AND id <= ${WATERMARK}`;
const OF_HOUR = "account_id = :account AND hour = :hour";
const OF_DAY = "account_id = :account AND day = :day";
const HOURS_OF = `account_id = :account AND hour IN (SELECT :day * ${HOURS_PER_DAY} + value FROM ${HOURS_OF_DAY})`;

/** Replaces an hour by what its raw rows say; its day is open from then on. */
export const REBUILD_HOUR = [
  stageRows(`${RAW} AND ${KEPT}`),
  `DELETE FROM hourly_usage WHERE ${OF_HOUR} AND ${KEPT}`,
  `DELETE FROM hourly_series WHERE ${OF_HOUR} AND ${KEPT}`,
  `DELETE FROM hourly_totals WHERE ${OF_HOUR} AND ${KEPT}`,
  ...FEED,
  `INSERT INTO open_days (day, account_id) SELECT CAST(:hour / ${HOURS_PER_DAY} AS INTEGER), CAST(:account AS INTEGER) WHERE ${KEPT}
   ON CONFLICT DO NOTHING`,
  CLEAR,
];
/** Opens a day, whose own rows then don't count until it is built. */
export const OPEN_DAY =
  "INSERT INTO open_days (day, account_id) VALUES (CAST(:day AS INTEGER), CAST(:account AS INTEGER)) ON CONFLICT DO NOTHING";

const RAW_LATE = `(timestamp % ${HOUR_MS} >= ${HOUR_MS / 2})`;
/** The sums of raw rows, independently of the roll-up's own statements. */
const RAW_SUMS = `count(*) AS requests, sum(${IS_ERROR}) AS errors, sum(response_time) AS response_time_sum,
  sum(cost_micros) AS cost_micros, sum(billed_micros) AS billed_micros, sum(plan_micros) AS plan_micros,
  sum(tokens_in) AS tokens_in, sum(tokens_cached) AS tokens_cached, sum(tokens_out) AS tokens_out,
  sum(${RAW_LATE}) AS late_requests, sum(${RAW_LATE} AND ${IS_ERROR}) AS late_errors,
  sum(${RAW_LATE} * response_time) AS late_response_time_sum, sum(${RAW_LATE} * cost_micros) AS late_cost_micros,
  sum(${RAW_LATE} * billed_micros) AS late_billed_micros, sum(${RAW_LATE} * tokens_in) AS late_tokens_in,
  sum(${RAW_LATE} * tokens_cached) AS late_tokens_cached, sum(${RAW_LATE} * tokens_out) AS late_tokens_out`;

const buckets = (by: string, sums: string, tally: string, from: string) =>
  `SELECT json_group_array(json_array(${by}, json_array(${sums}), ${tally})) AS json FROM (${from})`;

const CELL = "key_id || '/' || endpoint_id || '/' || model_id || '/' || unit || '/' || member_id";
const CELL_SUMS = `${SUMS}, ${LATE_SUMS}, quantity`;
const HOUR_SUMS = `${SUMS}, ${LATE_SUMS}`;
const TOTALLED = `EXISTS (SELECT 1 FROM hourly_series AS s WHERE s.account_id = :account AND s.hour = :hour AND totalled = 1)`;
/** For each table of hours: what it should hold of an hour by the raw rows or other hours, and what it holds. */
export const HOUR_CHECK = [
  buckets(
    CELL,
    CELL_SUMS,
    "tally",
    `SELECT key_id, endpoint_id, model_id, unit, coalesce(member_id, 0) AS member_id, ${RAW_SUMS},
       sum(units) AS quantity, ${RAW_TALLY} AS tally
     FROM api_usage WHERE ${RAW} GROUP BY key_id, endpoint_id, model_id, unit, coalesce(member_id, 0)`,
  ),
  buckets(CELL, CELL_SUMS, "tally", `SELECT * FROM hourly_usage WHERE ${OF_HOUR}`),
  buckets(
    "'account'",
    HOUR_SUMS,
    "tally",
    `SELECT ${RAW_SUMS}, ${RAW_TALLY} AS tally FROM api_usage WHERE ${RAW} GROUP BY account_id`,
  ),
  buckets("'account'", HOUR_SUMS, "tally", `SELECT * FROM hourly_series WHERE ${OF_HOUR}`),
  buckets(
    "kind || '/' || id",
    HOUR_SUMS,
    "''",
    `SELECT * FROM (${totalsOf(`SELECT :hour AS hour, :account AS account_id WHERE ${TOTALLED}`)})`,
  ),
  buckets(
    "kind || '/' || id",
    HOUR_SUMS,
    "''",
    `SELECT * FROM hourly_totals WHERE ${OF_HOUR} AND ${TOTALLED}`,
  ),
];

const PER_KEY = "key_id || '/' || member_id";
const PER_ENDPOINT = "key_id || '/' || endpoint_id";
const PER_MODEL = "key_id || '/' || model_id";
const PER_UNIT = "key_id || '/' || endpoint_id || '/' || model_id || '/' || unit";
/** For each table of days: what it should hold of a day by its hours, and what it holds. */
export const DAY_CHECK = [
  buckets(
    PER_KEY,
    SUMS,
    "tally",
    `SELECT key_id, member_id, ${ADDED_UP}, group_concat(tally, '') AS tally
       FROM hourly_usage WHERE ${HOURS_OF} GROUP BY key_id, member_id
     UNION ALL SELECT 0, 0, ${ADDED_UP}, group_concat(tally, '') FROM hourly_series WHERE ${HOURS_OF} GROUP BY account_id`,
  ),
  buckets(PER_KEY, SUMS, "tally", `SELECT * FROM daily_series WHERE ${OF_DAY}`),
  buckets(
    PER_ENDPOINT,
    SUMS,
    "''",
    `SELECT key_id, endpoint_id, ${ADDED_UP} FROM hourly_usage WHERE ${HOURS_OF} GROUP BY key_id, endpoint_id
     UNION ALL SELECT 0, endpoint_id, ${ADDED_UP} FROM hourly_usage WHERE ${HOURS_OF} GROUP BY endpoint_id`,
  ),
  buckets(PER_ENDPOINT, SUMS, "''", `SELECT * FROM daily_endpoints WHERE ${OF_DAY}`),
  buckets(
    PER_MODEL,
    SUMS,
    "''",
    `SELECT key_id, model_id, ${ADDED_UP} FROM hourly_usage WHERE ${HOURS_OF} GROUP BY key_id, model_id
     UNION ALL SELECT 0, model_id, ${ADDED_UP} FROM hourly_usage WHERE ${HOURS_OF} GROUP BY model_id`,
  ),
  buckets(PER_MODEL, SUMS, "''", `SELECT * FROM daily_models WHERE ${OF_DAY}`),
  buckets(
    PER_UNIT,
    "quantity",
    "''",
    `SELECT key_id, endpoint_id, model_id, unit, sum(quantity) AS quantity
       FROM hourly_usage WHERE unit > 0 AND ${HOURS_OF} GROUP BY key_id, endpoint_id, model_id, unit
     UNION ALL SELECT 0, endpoint_id, model_id, unit, sum(quantity)
       FROM hourly_usage WHERE unit > 0 AND ${HOURS_OF} GROUP BY endpoint_id, model_id, unit`,
  ),
  buckets(PER_UNIT, "quantity", "''", `SELECT * FROM daily_units WHERE ${OF_DAY}`),
];

export const RETIRED = `SELECT ${RETIRED_BEFORE} AS json`;
export const IS_BUILT = `SELECT ${isBuilt(":day", ":account")} AS json`;

export const NEXT_ACCOUNT = `SELECT min(account) AS account FROM (
  SELECT min(account_id) AS account FROM api_usage WHERE account_id > :after
  UNION ALL SELECT min(account_id) FROM daily_series WHERE account_id > :after)`;

const inUse = (bucket: string, conditions: string[]) =>
  `WITH RECURSIVE number (${bucket}) AS (
     SELECT :first UNION ALL SELECT ${bucket} + 1 FROM number WHERE ${bucket} + 1 < :end)
   SELECT ${bucket} AS bucket FROM number
   WHERE ${conditions.map((condition) => `EXISTS (SELECT 1 FROM ${condition})`).join(" OR ")}`;
const bucketIn = (table: string, bucket: string) =>
  `${table} AS r WHERE r.account_id = :account AND r.${bucket} = number.${bucket}`;
const RAW_IN_HOUR = `api_usage WHERE account_id = :account
  AND timestamp >= number.hour * ${HOUR_MS} AND timestamp < (number.hour + 1) * ${HOUR_MS}`;
export const HOURS_IN_USE = inUse("hour", [
  RAW_IN_HOUR,
  bucketIn("hourly_usage", "hour"),
  bucketIn("hourly_series", "hour"),
]);
export const DAYS_IN_USE = inUse(
  "day",
  ["open_days", "daily_series", "daily_endpoints", "daily_models", "daily_units"].map((table) =>
    bucketIn(table, "day"),
  ),
);
