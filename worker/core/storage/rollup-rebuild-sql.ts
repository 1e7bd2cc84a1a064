import { HOUR_MS, HOURS_PER_DAY } from "#core/domain/time.ts";
import {
  CLEAR,
  HOURLY_FEEDS,
  IS_ERROR,
  LATE_SUMS,
  RAW_TALLY,
  SUMS,
  stage,
  summed,
  WATERMARK,
} from "./rollup.ts";

// Hours that may have lost raw rows are never written. Hours and days are counted since the epoch.
const RETIRED_BEFORE = "(SELECT retired_before FROM usage_retention WHERE name = 'usage')";
const WHOLE = `:hour * ${HOUR_MS} >= ${RETIRED_BEFORE}`;
const RAW = `account_id = :account AND timestamp >= :hour * ${HOUR_MS} AND timestamp < (:hour + 1) * ${HOUR_MS}
  AND id <= ${WATERMARK}`;
const OF_HOUR = "account_id = :account AND hour = :hour";
const OF_DAY = "account_id = :account AND day = :day";
const HOURS_OF_DAY = `account_id = :account
  AND hour IN (SELECT :day * ${HOURS_PER_DAY} + value FROM json_each('${JSON.stringify([...Array(HOURS_PER_DAY).keys()])}'))`;

export const REBUILD_HOUR = [
  stage(`${RAW} AND ${WHOLE}`),
  `DELETE FROM hourly_series WHERE ${OF_HOUR} AND ${WHOLE}`,
  `DELETE FROM hourly_endpoints WHERE ${OF_HOUR} AND ${WHOLE}`,
  ...HOURLY_FEEDS,
  CLEAR,
];

const fromHours = (table: string, source: string, by: string, columns: string[]) =>
  `INSERT INTO ${table} (account_id, day, ${by}, ${columns.join(", ")})
   SELECT account_id, :day, ${by}, ${columns.map(summed).join(", ")} FROM ${source}
   WHERE ${HOURS_OF_DAY} GROUP BY account_id, ${by}`;
export const REBUILD_DAY = [
  `DELETE FROM daily_series WHERE ${OF_DAY}`,
  `DELETE FROM daily_endpoints WHERE ${OF_DAY}`,
  fromHours("daily_series", "hourly_series", "key_id", [...SUMS, "tally"]),
  fromHours("daily_endpoints", "hourly_endpoints", "key_id, endpoint_id", SUMS),
];

const buckets = (owner: string, sums: string[], tally: string, from: string) =>
  `SELECT json_group_array(json_array(${owner}, json_array(${sums.join(", ")}), ${tally})) AS json FROM (${from})`;
const OF_ENDPOINT = "key_id || '/' || endpoint_id";
const stored = (owner: string, columns: string[], tally: string, table: string, where: string) =>
  buckets(owner, columns, tally, `SELECT * FROM ${table} WHERE ${where}`);

const RAW_LATE = `(timestamp % ${HOUR_MS} >= ${HOUR_MS / 2})`;
/** Counted from the raw rows, independently of the roll-up's own statements. */
const counted = (owner: string, by: string, sums: string[], tally: string) =>
  buckets(
    owner,
    sums.map((_, i) => `sum${i}`),
    "tally",
    `SELECT ${by}, ${sums.map((sum, i) => `${sum} AS sum${i}`).join(", ")}, ${tally} AS tally
     FROM api_usage WHERE ${RAW} GROUP BY ${by}`,
  );
const RAW_SUMS = ["count(*)", `sum(${IS_ERROR})`, "sum(response_time)", "sum(cost_micros)"];
const RAW_LATE_SUMS = [
  `sum(${RAW_LATE})`,
  `sum(${RAW_LATE} AND ${IS_ERROR})`,
  `sum(iif(${RAW_LATE}, response_time, 0))`,
];

export const RETIRED = `SELECT ${RETIRED_BEFORE} AS json`;
/** Raw rows by key and by key and endpoint, and the two tables that should hold the same, with totals. */
export const HOUR_CHECK = [
  counted("key_id", "key_id", [...RAW_SUMS, ...RAW_LATE_SUMS], RAW_TALLY),
  counted(OF_ENDPOINT, "key_id, endpoint_id", RAW_SUMS, "''"),
  stored("key_id", [...SUMS, ...LATE_SUMS], "tally", "hourly_series", OF_HOUR),
  stored(OF_ENDPOINT, SUMS, "''", "hourly_endpoints", OF_HOUR),
];
/** The hours' buckets by key and by key and endpoint, and the day's, which should be their sums. */
export const DAY_CHECK = [
  stored("key_id", SUMS, "tally", "hourly_series", HOURS_OF_DAY),
  stored(OF_ENDPOINT, SUMS, "''", "hourly_endpoints", HOURS_OF_DAY),
  stored("key_id", SUMS, "tally", "daily_series", OF_DAY),
  stored(OF_ENDPOINT, SUMS, "''", "daily_endpoints", OF_DAY),
];

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
  bucketIn("hourly_series", "hour"),
  bucketIn("hourly_endpoints", "hour"),
]);
export const DAYS_IN_USE = inUse("day", [
  bucketIn("daily_series", "day"),
  bucketIn("daily_endpoints", "day"),
]);
