import { ERROR_STATUS_FROM } from "#core/domain/ranges.ts";
import { BINS_PER_LN, STATUS_MARK, TOP_MARK, ZERO_MARK } from "#core/domain/tally.ts";
import { DAY_MS, HOUR_MS, HOURS_PER_DAY } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { type OnHeld, timedBatch } from "./rollup-timing.ts";

const LATENCY_BIN = `iif(response_time < 1, ${ZERO_MARK},
  min(${TOP_MARK}, ${ZERO_MARK + 1} + CAST(ln(response_time) * ${BINS_PER_LN} AS INTEGER)))`;

export const IS_ERROR = `(status_code >= ${ERROR_STATUS_FROM})`;
export const RAW_TALLY = `group_concat(
  CASE WHEN ${IS_ERROR} THEN char(${LATENCY_BIN}, ${STATUS_MARK} + status_code) ELSE char(${LATENCY_BIN}) END, '')`;

/*
 * Begins a chunk's transaction, which holds the write lock, so that a second run waits and then claims
 * what follows. It must always update: with nothing new the claim becomes the empty range (last_id, last_id]; if it were
 * skipped, the previous claim would be counted twice.
 */
const CLAIM = `UPDATE rollup_state SET prev_id = last_id, last_id = max(last_id, next.id)
  FROM (SELECT coalesce(max(id), 0) AS id FROM (
    SELECT id FROM api_usage WHERE id > (SELECT last_id FROM rollup_state WHERE name = 'usage')
    ORDER BY id LIMIT ?1)) AS next
  WHERE name = 'usage'`;

/** Exactly the rows up to this id are in the roll-up. */
export const WATERMARK = "(SELECT last_id FROM rollup_state WHERE name = 'usage')";
/** The rows that this chunk has claimed. */
const CLAIMED = `id > (SELECT prev_id FROM rollup_state WHERE name = 'usage') AND id <= ${WATERMARK}`;
export const SUMS = ["requests", "errors", "response_time_sum", "cost_micros"];
const TOKEN_SUMS = ["tokens_in", "tokens_cached", "tokens_out"];
export const SERIES_SUMS = [...SUMS, ...TOKEN_SUMS, "billed_micros", "plan_micros"];
export const MODEL_SUMS = [...SUMS, ...TOKEN_SUMS];
const HALVED = ["response_time_sum", "cost_micros", "billed_micros", ...TOKEN_SUMS];
export const LATE_SUMS = ["requests", "errors", ...HALVED].map((column) => `late_${column}`);

const LATE = `(timestamp % ${HOUR_MS} >= ${HOUR_MS / 2})`;
const rawOf = (column: string) => (column === "response_time_sum" ? "response_time" : column);
const STAGED = {
  requests: "count(*)",
  errors: `sum(${IS_ERROR})`,
  ...Object.fromEntries([...HALVED, "plan_micros"].map((column) => [column, `sum(${rawOf(column)})`])),
  late_requests: `sum(${LATE})`,
  late_errors: `sum(${LATE} AND ${IS_ERROR})`,
  ...Object.fromEntries(HALVED.map((column) => [`late_${column}`, `sum(iif(${LATE}, ${rawOf(column)}, 0))`])),
  tally: RAW_TALLY,
};
const CHUNK_KEY = "hour, account_id, key_id, endpoint_id, model_id";
/** Groups the rows that match `condition` into the chunk, in one pass. */
export const stage = (
  condition: string,
) => `INSERT INTO rollup_chunk (${CHUNK_KEY}, ${Object.keys(STAGED).join(", ")})
  SELECT timestamp / ${HOUR_MS} AS hour, account_id, key_id, endpoint_id, model_id, ${Object.values(STAGED).join(", ")}
  FROM api_usage WHERE ${condition}
  GROUP BY ${CHUNK_KEY}`;
const STAGE = stage(CLAIMED);

export const summed = (column: string) =>
  column === "tally" ? "group_concat(tally, '') AS tally" : `sum(${column}) AS ${column}`;
const merged = (column: string) =>
  column === "tally" ? "tally = tally || excluded.tally" : `${column} = ${column} + excluded.${column}`;

interface Level {
  table: string;
  /** Grouping columns besides account and key, with their expressions in `rollup_chunk`. */
  by: Record<string, string>;
  columns: string[];
}

const HOUR = { hour: "hour" };
const DAY = { day: `hour / ${HOURS_PER_DAY}` };
const ENDPOINT = { endpoint_id: "endpoint_id" };
const MODEL = { model_id: "model_id" };

const HOURLY_SERIES: Level = {
  table: "hourly_series",
  by: HOUR,
  columns: [...SERIES_SUMS, ...LATE_SUMS, "tally"],
};
const DAILY_SERIES: Level = { table: "daily_series", by: DAY, columns: [...SERIES_SUMS, "tally"] };
const HOURLY_ENDPOINTS: Level = { table: "hourly_endpoints", by: { ...HOUR, ...ENDPOINT }, columns: SUMS };
const DAILY_ENDPOINTS: Level = { table: "daily_endpoints", by: { ...DAY, ...ENDPOINT }, columns: SUMS };
const HOURLY_MODELS: Level = { table: "hourly_models", by: { ...HOUR, ...MODEL }, columns: MODEL_SUMS };
const DAILY_MODELS: Level = { table: "daily_models", by: { ...DAY, ...MODEL }, columns: MODEL_SUMS };

/** The chunk grouped as a table's rows, one per key, in the order of the table's primary key. */
function chunkByKey({ table, by, columns }: Level): string {
  const grouping = Object.entries(by).map(([name, source]) => `${source} AS ${name}`);
  const [bucket, ...others] = Object.keys(by);
  const order = table === "daily_series" ? ["account_id", bucket] : [bucket, "account_id"];
  return `SELECT account_id, key_id, ${grouping.join(", ")}, ${columns.map(summed).join(", ")}
    FROM rollup_chunk GROUP BY ${[...order, "key_id", ...others].join(", ")}`;
}

/** Adds each row to a table twice, for its key and for key 0, while the page that holds both is at hand. */
function add({ table, by, columns }: Level, rows: string): string {
  const names = Object.keys(by).join(", ");
  return `INSERT INTO ${table} (account_id, key_id, ${names}, ${columns.join(", ")})
  WITH of_key AS ${rows}
  SELECT account_id, key_id * by_key, ${names}, ${columns.join(", ")}
  FROM of_key CROSS JOIN (SELECT 1 AS by_key UNION ALL SELECT 0) WHERE true
  ON CONFLICT DO UPDATE SET ${columns.map(merged).join(", ")}`;
}

const feed = (level: Level) => add(level, `MATERIALIZED (${chunkByKey(level)})`);
/** For a table whose grain is nearly the chunk's: merging the few rows that belong together is cheaper than grouping. */
const feedUngrouped = (level: Level) => add(level, "(SELECT * FROM rollup_chunk)");

export const HOURLY_FEEDS = [
  feed(HOURLY_SERIES),
  feedUngrouped(HOURLY_ENDPOINTS),
  feedUngrouped(HOURLY_MODELS),
];
const DAILY_FEEDS = [feed(DAILY_SERIES), feed(DAILY_ENDPOINTS), feed(DAILY_MODELS)];

const UNIT = { unit: "unit" };
const HOURLY_UNITS: Level = {
  table: "hourly_units",
  by: { ...HOUR, ...ENDPOINT, ...MODEL, ...UNIT },
  columns: ["quantity"],
};
const DAILY_UNITS: Level = {
  table: "daily_units",
  by: { ...DAY, ...ENDPOINT, ...MODEL, ...UNIT },
  columns: ["quantity"],
};

/** Straight from the raw rows that match `condition`, because only few of a chunk have units. */
function feedUnits(level: Level, condition: string): string {
  const [bucket, ms] = level === HOURLY_UNITS ? ["hour", HOUR_MS] : ["day", DAY_MS];
  const grouping = `timestamp / ${ms} AS ${bucket}, account_id, key_id, endpoint_id, model_id, unit`;
  return add(
    level,
    `MATERIALIZED (SELECT ${grouping}, sum(units) AS quantity FROM api_usage
    WHERE unit > 0 AND ${condition} GROUP BY ${bucket}, account_id, key_id, endpoint_id, model_id, unit)`,
  );
}
export const feedHourlyUnits = (condition: string) => feedUnits(HOURLY_UNITS, condition);

const UNIT_FEEDS = [feedHourlyUnits(CLAIMED), feedUnits(DAILY_UNITS, CLAIMED)];

const COUNT = "SELECT coalesce(sum(requests), 0) AS counted FROM rollup_chunk";
export const CLEAR = "DELETE FROM rollup_chunk";

/**
 * Rolls up the next rows of `api_usage` by arrival id, at most `limit`, in one transaction. Each row is counted once,
 * because the watermark moves in the same transaction.
 * @returns the number of rows; fewer than `limit` means that the roll-up has caught up.
 */
export async function rollChunk(db: Database, limit: number, onHeld?: OnHeld): Promise<number> {
  const statements = [
    { sql: CLAIM, args: [limit] },
    ...UNIT_FEEDS,
    STAGE,
    ...HOURLY_FEEDS,
    ...DAILY_FEEDS,
    COUNT,
    CLEAR,
  ];
  const results = await timedBatch(db, statements, onHeld);
  return Number(results.at(-2)?.rows[0]?.counted ?? 0);
}
