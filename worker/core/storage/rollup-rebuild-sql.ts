import { HOUR_MS, HOURS_PER_DAY } from "#core/domain/time.ts";
import {
  CLEAR,
  feedHourlyUnits,
  HOURLY_FEEDS,
  IS_ERROR,
  LATE_SUMS,
  MODEL_SUMS,
  RAW_TALLY,
  SERIES_SUMS,
  SUMS,
  stage,
  summed,
  WATERMARK,
} from "./rollup.ts";

// Hours that may have lost raw rows are never written. Hours and days are counted since the epoch.
const RETIRED_BEFORE = "(SELECT retired_before FROM usage_retention WHERE name = 'usage')";
const KEPT = `:hour * ${HOUR_MS} >= ${RETIRED_BEFORE}`;
const RAW = `account_id = :account AND timestamp >= :hour * ${HOUR_MS} AND timestamp < (:hour + 1) * ${HOUR_MS}
  AND id <= ${WATERMARK}`;
const OF_HOUR = "account_id = :account AND hour = :hour";
const OF_DAY = "account_id = :account AND day = :day";
const HOURS_OF_DAY = `account_id = :account
  AND hour IN (SELECT :day * ${HOURS_PER_DAY} + value FROM json_each('${JSON.stringify([...Array(HOURS_PER_DAY).keys()])}'))`;

/** The tables of hours and days come in pairs. */
interface Kind {
  table: string;
  by: string[];
  sums: string[];
  /** Only of hours. */
  late: string[];
  tally: boolean;
  /** Of the raw rows that it counts. */
  rows?: string;
}
const SERIES: Kind = { table: "series", by: ["key_id"], sums: SERIES_SUMS, late: LATE_SUMS, tally: true };
const ENDPOINTS: Kind = {
  table: "endpoints",
  by: ["key_id", "endpoint_id"],
  sums: SUMS,
  late: [],
  tally: false,
};
const MODELS: Kind = {
  table: "models",
  by: ["key_id", "model_id"],
  sums: MODEL_SUMS,
  late: [],
  tally: false,
};
const UNITS: Kind = {
  table: "units",
  by: ["key_id", "endpoint_id", "model_id", "unit"],
  sums: ["quantity"],
  late: [],
  tally: false,
  rows: "unit > 0",
};
const KINDS = [SERIES, ENDPOINTS, MODELS, UNITS];

export const REBUILD_HOUR = [
  stage(`${RAW} AND ${KEPT}`),
  ...KINDS.map(({ table }) => `DELETE FROM hourly_${table} WHERE ${OF_HOUR} AND ${KEPT}`),
  ...HOURLY_FEEDS,
  feedHourlyUnits(`${RAW} AND ${KEPT}`),
  CLEAR,
];

function fromHours({ table, by, sums, tally }: Kind): string {
  const columns = [...sums, ...(tally ? ["tally"] : [])];
  return `INSERT INTO daily_${table} (account_id, day, ${by.join(", ")}, ${columns.join(", ")})
   SELECT account_id, :day, ${by.join(", ")}, ${columns.map(summed).join(", ")} FROM hourly_${table}
   WHERE ${HOURS_OF_DAY} GROUP BY account_id, ${by.join(", ")}`;
}
export const REBUILD_DAY = [
  ...KINDS.map(({ table }) => `DELETE FROM daily_${table} WHERE ${OF_DAY}`),
  ...KINDS.map(fromHours),
];

const buckets = ({ by, tally }: Kind, sums: string[], from: string) =>
  `SELECT json_group_array(json_array(${by.join(" || '/' || ")}, json_array(${sums.join(", ")}),
     ${tally ? "tally" : "''"})) AS json FROM (${from})`;
const stored = (kind: Kind, sums: string[], where: string) => buckets(kind, sums, `SELECT * FROM ${where}`);

const RAW_LATE = `(timestamp % ${HOUR_MS} >= ${HOUR_MS / 2})`;
const lateOf = (column: string) => `sum(iif(${RAW_LATE}, ${column}, 0))`;
/** From the raw rows, independently of the roll-up's own statements. */
const RAW_SUMS: Record<string, string> = {
  requests: "count(*)",
  errors: `sum(${IS_ERROR})`,
  response_time_sum: "sum(response_time)",
  cost_micros: "sum(cost_micros)",
  tokens_in: "sum(tokens_in)",
  tokens_cached: "sum(tokens_cached)",
  tokens_out: "sum(tokens_out)",
  billed_micros: "sum(billed_micros)",
  plan_micros: "sum(plan_micros)",
  quantity: "sum(units)",
  late_requests: `sum(${RAW_LATE})`,
  late_errors: `sum(${RAW_LATE} AND ${IS_ERROR})`,
  late_response_time_sum: lateOf("response_time"),
  late_cost_micros: lateOf("cost_micros"),
  late_billed_micros: lateOf("billed_micros"),
  late_tokens_in: lateOf("tokens_in"),
  late_tokens_cached: lateOf("tokens_cached"),
  late_tokens_out: lateOf("tokens_out"),
};
function counted(kind: Kind): string {
  const sums = [...kind.sums, ...kind.late].map((name) => `${RAW_SUMS[name]} AS "${name}"`);
  const by = kind.by.join(", ");
  return buckets(
    kind,
    [...kind.sums, ...kind.late].map((name) => `"${name}"`),
    `SELECT ${by}, ${sums.join(", ")}, ${kind.tally ? RAW_TALLY : "''"} AS tally FROM api_usage
     WHERE ${RAW}${kind.rows ? ` AND ${kind.rows}` : ""} GROUP BY ${by}`,
  );
}

export const RETIRED = `SELECT ${RETIRED_BEFORE} AS json`;
/** For each pair of tables: raw rows by key, and by key and endpoint, model or unit; then what the tables hold, with totals. */
export const HOUR_CHECK = KINDS.flatMap((kind) => [
  counted(kind),
  stored(kind, [...kind.sums, ...kind.late], `hourly_${kind.table} WHERE ${OF_HOUR}`),
]);
/** For each pair of tables: the hours' buckets, and the day's, which should be their sums. */
export const DAY_CHECK = KINDS.flatMap((kind) => [
  stored(kind, kind.sums, `hourly_${kind.table} WHERE ${HOURS_OF_DAY}`),
  stored(kind, kind.sums, `daily_${kind.table} WHERE ${OF_DAY}`),
]);

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
  ...KINDS.map(({ table }) => bucketIn(`hourly_${table}`, "hour")),
]);
export const DAYS_IN_USE = inUse(
  "day",
  KINDS.map(({ table }) => bucketIn(`daily_${table}`, "day")),
);
