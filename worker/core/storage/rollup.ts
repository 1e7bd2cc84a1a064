import { ERROR_STATUS_FROM } from "#core/domain/ranges.ts";
import { BINS_PER_LN, STATUS_MARK, TOP_MARK, ZERO_MARK } from "#core/domain/tally.ts";
import { HOUR_MS, HOURS_PER_DAY } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { writeBatch } from "./write-batch.ts";

const LATENCY_BIN = `iif(response_time < 1, ${ZERO_MARK},
  min(${TOP_MARK}, ${ZERO_MARK + 1} + CAST(ln(response_time) * ${BINS_PER_LN} AS INTEGER)))`;

export const IS_ERROR = `(status_code >= ${ERROR_STATUS_FROM})`;
export const RAW_TALLY = `group_concat(
  CASE WHEN ${IS_ERROR} THEN char(${LATENCY_BIN}, ${STATUS_MARK} + status_code) ELSE char(${LATENCY_BIN}) END, '')`;

/*
 * The first statement of a chunk's transaction, which holds the write lock, so that a second run waits and then claims
 * what follows. It must always update: with nothing new the claim becomes the empty range (last_id, last_id]; if it were
 * skipped, the previous claim would be counted twice.
 */
const CLAIM = `UPDATE rollup_state SET prev_id = last_id, last_id = coalesce(
    (SELECT max(id) FROM (SELECT id FROM api_usage WHERE id > rollup_state.last_id ORDER BY id LIMIT ?1)), last_id)
  WHERE name = 'usage'`;

/** Exactly the rows up to this id are in the roll-up. */
export const WATERMARK = "(SELECT last_id FROM rollup_state WHERE name = 'usage')";

const LATE = `(timestamp % ${HOUR_MS} >= ${HOUR_MS / 2})`;
/** Groups the rows that match `condition` into the chunk, in one pass. */
export const stage = (
  condition: string,
) => `INSERT INTO rollup_chunk (account_id, hour, key_id, endpoint_id, requests, errors,
    response_time_sum, cost_micros, late_requests, late_errors, late_response_time_sum, tally)
  SELECT account_id, timestamp / ${HOUR_MS} AS hour, key_id, endpoint_id, count(*), sum(${IS_ERROR}),
    sum(response_time), sum(cost_micros), sum(${LATE}), sum(${LATE} AND ${IS_ERROR}),
    sum(iif(${LATE}, response_time, 0)), ${RAW_TALLY}
  FROM api_usage WHERE ${condition}
  GROUP BY hour, account_id, key_id, endpoint_id`;
const STAGE = stage(`id > (SELECT prev_id FROM rollup_state WHERE name = 'usage') AND id <= ${WATERMARK}`);

export const SUMS = ["requests", "errors", "response_time_sum", "cost_micros"];
export const LATE_SUMS = ["late_requests", "late_errors", "late_response_time_sum"];

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

const HOURLY_SERIES: Level = {
  table: "hourly_series",
  by: HOUR,
  columns: [...SUMS, ...LATE_SUMS, "tally"],
};
const DAILY_SERIES: Level = { table: "daily_series", by: DAY, columns: [...SUMS, "tally"] };
const HOURLY_ENDPOINTS: Level = { table: "hourly_endpoints", by: { ...HOUR, ...ENDPOINT }, columns: SUMS };
const DAILY_ENDPOINTS: Level = { table: "daily_endpoints", by: { ...DAY, ...ENDPOINT }, columns: SUMS };

/** The chunk grouped as a table's rows, one per key, in the table's order. */
function chunkByKey({ by, columns }: Level): string {
  const grouping = Object.entries(by).map(([name, source]) => `${source} AS ${name}`);
  return `SELECT account_id, key_id, ${grouping.join(", ")}, ${columns.map(summed).join(", ")}
    FROM rollup_chunk GROUP BY ${inOrder(by, "account_id, key_id")}`;
}
const inOrder = (by: Level["by"], owner: string) => {
  const [bucket, ...others] = Object.keys(by);
  return [bucket, owner, ...others].join(", ");
};

/** Adds rows, one per key, to a table, and their sums as key 0. */
function add({ table, by, columns }: Level, rows: string): string {
  const names = Object.keys(by).join(", ");
  return `INSERT INTO ${table} (account_id, key_id, ${names}, ${columns.join(", ")})
  WITH of_key AS ${rows}
  SELECT account_id, key_id, ${names}, ${columns.join(", ")} FROM of_key WHERE true
  UNION ALL
  SELECT account_id, 0, ${names}, ${columns.map(summed).join(", ")} FROM of_key GROUP BY ${inOrder(by, "account_id")}
  ON CONFLICT DO UPDATE SET ${columns.map(merged).join(", ")}`;
}

const feed = (level: Level) => add(level, `MATERIALIZED (${chunkByKey(level)})`);

export const HOURLY_FEEDS = [
  feed(HOURLY_SERIES),
  // The chunk already has this table's grain.
  add(HOURLY_ENDPOINTS, "(SELECT * FROM rollup_chunk)"),
];
const DAILY_FEEDS = [feed(DAILY_SERIES), feed(DAILY_ENDPOINTS)];

const COUNT = "SELECT coalesce(sum(requests), 0) AS counted FROM rollup_chunk";
export const CLEAR = "DELETE FROM rollup_chunk";

/**
 * Rolls up the next rows of `api_usage` by arrival id, at most `limit`, in one transaction. Each row is counted once,
 * because the watermark moves in the same transaction.
 * @returns the number of rows; fewer than `limit` means that the roll-up has caught up.
 */
export async function rollChunk(db: Database, limit: number): Promise<number> {
  const results = await writeBatch(db, [
    { sql: CLAIM, args: [limit] },
    STAGE,
    ...HOURLY_FEEDS,
    ...DAILY_FEEDS,
    COUNT,
    CLEAR,
  ]);
  return Number(results.at(-2)?.rows[0]?.counted ?? 0);
}
