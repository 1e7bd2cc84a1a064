import { DAY_MS, HOUR_MS } from "#core/domain/ranges.ts";
import { IS_ERROR, RAW_TALLY } from "./usage-marks.ts";

/*
 * The statements of one chunk, in their order, in one write transaction. It begins with the write lock, so a second
 * run waits and then claims what follows. The claim must always update: with nothing new it becomes the empty range
 * (last_id, last_id]; skipped, it would leave the previous claim in place, to be counted a second time.
 */
export const CLAIM = `UPDATE rollup_state SET prev_id = last_id, last_id = coalesce(
    (SELECT max(id) FROM (SELECT id FROM api_usage WHERE id > rollup_state.last_id ORDER BY id LIMIT ?1)), last_id)
  WHERE name = 'usage'`;

/** Every row up to this id is in the tables, and no other. */
export const WATERMARK = "(SELECT last_id FROM rollup_state WHERE name = 'usage')";

const LATE = `(timestamp % ${HOUR_MS} >= ${HOUR_MS / 2})`;
/** Groups the chosen rows into the chunk, in one pass over them. */
export const stage = (
  chosen: string,
) => `INSERT INTO rollup_chunk (account_id, hour, key_id, endpoint_id, requests, errors,
    response_time_sum, cost_micros, late_requests, late_errors, late_response_time_sum, tally)
  SELECT account_id, timestamp / ${HOUR_MS} AS hour, key_id, endpoint_id, count(*), sum(${IS_ERROR}),
    sum(response_time), sum(cost_micros), sum(${LATE}), sum(${LATE} AND ${IS_ERROR}),
    sum(iif(${LATE}, response_time, 0)), ${RAW_TALLY}
  FROM api_usage WHERE ${chosen}
  GROUP BY hour, account_id, key_id, endpoint_id`;
export const STAGE = stage(
  `id > (SELECT prev_id FROM rollup_state WHERE name = 'usage') AND id <= ${WATERMARK}`,
);

export const SUMS = ["requests", "errors", "response_time_sum", "cost_micros"];
export const LATE_SUMS = ["late_requests", "late_errors", "late_response_time_sum"];

export const summed = (column: string) =>
  column === "tally" ? "group_concat(tally, '') AS tally" : `sum(${column}) AS ${column}`;
const merged = (column: string) =>
  column === "tally" ? "tally = tally || excluded.tally" : `${column} = ${column} + excluded.${column}`;

interface Level {
  table: string;
  /** Grouping columns beside account and key, and what they are in `rollup_chunk`. */
  by: Record<string, string>;
  columns: string[];
}

const HOUR = { hour: "hour" };
const DAY = { day: `hour / ${DAY_MS / HOUR_MS}` };
const ENDPOINT = { endpoint_id: "endpoint_id" };

const HOURLY_SERIES: Level = {
  table: "hourly_series",
  by: HOUR,
  columns: [...SUMS, ...LATE_SUMS, "tally"],
};
const DAILY_SERIES: Level = { table: "daily_series", by: DAY, columns: [...SUMS, "tally"] };
const HOURLY_ENDPOINTS: Level = { table: "hourly_endpoints", by: { ...HOUR, ...ENDPOINT }, columns: SUMS };
const DAILY_ENDPOINTS: Level = { table: "daily_endpoints", by: { ...DAY, ...ENDPOINT }, columns: SUMS };

/** The chunk in the rows of a table, one for each key, in the order of the table. */
function ofKey({ by, columns }: Level): string {
  const grouping = Object.entries(by).map(([name, source]) => `${source} AS ${name}`);
  return `SELECT account_id, key_id, ${grouping.join(", ")}, ${columns.map(summed).join(", ")}
    FROM rollup_chunk GROUP BY ${inOrder(by, "account_id, key_id")}`;
}
const inOrder = (by: Level["by"], owner: string) => {
  const [bucket, ...others] = Object.keys(by);
  return [bucket, owner, ...others].join(", ");
};

/** Adds rows, one for each key, to a table, and their sums with key 0 for all of them. */
function add({ table, by, columns }: Level, rows: string): string {
  const names = Object.keys(by).join(", ");
  return `INSERT INTO ${table} (account_id, key_id, ${names}, ${columns.join(", ")})
  WITH of_key AS ${rows}
  SELECT account_id, key_id, ${names}, ${columns.join(", ")} FROM of_key WHERE true
  UNION ALL
  SELECT account_id, 0, ${names}, ${columns.map(summed).join(", ")} FROM of_key GROUP BY ${inOrder(by, "account_id")}
  ON CONFLICT DO UPDATE SET ${columns.map(merged).join(", ")}`;
}

const feed = (level: Level) => add(level, `MATERIALIZED (${ofKey(level)})`);

/** From the chunk into the tables of hours, and of days. */
export const HOURLY_FEEDS = [
  feed(HOURLY_SERIES),
  // The chunk has the grain of this table already.
  add(HOURLY_ENDPOINTS, "(SELECT * FROM rollup_chunk)"),
];
export const DAILY_FEEDS = [feed(DAILY_SERIES), feed(DAILY_ENDPOINTS)];

export const COUNT = "SELECT coalesce(sum(requests), 0) AS counted FROM rollup_chunk";
export const CLEAR = "DELETE FROM rollup_chunk";
