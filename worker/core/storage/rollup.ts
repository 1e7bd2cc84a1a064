import type { ResultSet } from "@libsql/client/web";
import { ERROR_STATUS_FROM } from "#core/domain/ranges.ts";
import { BINS_PER_LN, STATUS_MARK, TOP_MARK, ZERO_MARK } from "#core/domain/tally.ts";
import { HOUR_MS, HOURS_PER_DAY } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { findLoose } from "./rollup-packing.ts";
import { type OnHeld, timedBatch } from "./rollup-timing.ts";

/*
 * The cron adds new rows of `api_usage`, chunk by chunk, to two tables: `hourly_usage` (a row per hour, key, endpoint and
 * so on) and `hourly_series` (all of an account's usage in the hour). Each chunk is one transaction, with `rollup_chunk` as
 * its scratch table. It marks the days that it touched in `open_days`; `rollup-days.ts` builds those again and removes the
 * marks. `hour-totals.ts` keeps totals of some hours beside them.
 *
 * A tally is a text that grows by concatenation: a character per request for its latency, and one for the status of an
 * error (domain/tally.ts).
 */

const LATENCY_BIN = `iif(response_time < 1, ${ZERO_MARK},
  min(${TOP_MARK}, ${ZERO_MARK + 1} + CAST(ln(response_time) * ${BINS_PER_LN} AS INTEGER)))`;

export const IS_ERROR = `(status_code >= ${ERROR_STATUS_FROM})`;
export const RAW_TALLY = `group_concat(
  CASE WHEN ${IS_ERROR} THEN char(${LATENCY_BIN}, ${STATUS_MARK} + status_code) ELSE char(${LATENCY_BIN}) END, '')`;

/*
 * The first statement of a chunk. It takes the write lock, so a second run waits and then claims the rows after these. It
 * must update even without new rows: the claim is then the empty range (last_id, last_id]; otherwise the previous chunk's
 * range would stay and be counted again.
 */
const CLAIM = `UPDATE rollup_state SET prev_id = last_id, last_id = max(last_id, next.id)
  FROM (SELECT coalesce(max(id), 0) AS id FROM (
    SELECT id FROM api_usage WHERE id > (SELECT last_id FROM rollup_state WHERE name = 'usage')
    ORDER BY id LIMIT :limit)) AS next
  WHERE name = 'usage'`;

/** SQL of the watermark: exactly the rows up to this id are in the roll-up. Ids only grow and are never used again. */
export const WATERMARK = "(SELECT last_id FROM rollup_state WHERE name = 'usage')";
/** SQL condition for the rows that this transaction has claimed. */
const CLAIMED = `id > (SELECT prev_id FROM rollup_state WHERE name = 'usage') AND id <= ${WATERMARK}`;

/** The columns of a row's key, in the order of the primary keys, so that reading the chunk in that order needs no sort. */
export const GRAIN = "hour, account_id, key_id, endpoint_id, model_id, unit, member_id";
export const SUMS = `requests, errors, response_time_sum, cost_micros, billed_micros, plan_micros,
  tokens_in, tokens_cached, tokens_out`;
/** Sums of the second half of an hour, for time zones with half-hour offsets. Plans need none. */
export const LATE_SUMS = `late_requests, late_errors, late_response_time_sum, late_cost_micros, late_billed_micros,
  late_tokens_in, late_tokens_cached, late_tokens_out`;

export const ADDED_UP = `sum(requests) AS requests, sum(errors) AS errors,
  sum(response_time_sum) AS response_time_sum, sum(cost_micros) AS cost_micros,
  sum(billed_micros) AS billed_micros, sum(plan_micros) AS plan_micros,
  sum(tokens_in) AS tokens_in, sum(tokens_cached) AS tokens_cached, sum(tokens_out) AS tokens_out`;
export const ADD_SUMS = `requests = requests + excluded.requests, errors = errors + excluded.errors,
  response_time_sum = response_time_sum + excluded.response_time_sum,
  cost_micros = cost_micros + excluded.cost_micros, billed_micros = billed_micros + excluded.billed_micros,
  plan_micros = plan_micros + excluded.plan_micros, tokens_in = tokens_in + excluded.tokens_in,
  tokens_cached = tokens_cached + excluded.tokens_cached, tokens_out = tokens_out + excluded.tokens_out`;
const ADD_LATE_SUMS = `late_requests = late_requests + excluded.late_requests,
  late_errors = late_errors + excluded.late_errors,
  late_response_time_sum = late_response_time_sum + excluded.late_response_time_sum,
  late_cost_micros = late_cost_micros + excluded.late_cost_micros,
  late_billed_micros = late_billed_micros + excluded.late_billed_micros,
  late_tokens_in = late_tokens_in + excluded.late_tokens_in,
  late_tokens_cached = late_tokens_cached + excluded.late_tokens_cached,
  late_tokens_out = late_tokens_out + excluded.late_tokens_out`;

const IS_LATE = `(timestamp % ${HOUR_MS} >= ${HOUR_MS / 2})`;
/** In the order of `SUMS`. */
const RAW_SUMS = `count(*), sum(${IS_ERROR}), sum(response_time), sum(cost_micros), sum(billed_micros),
  sum(plan_micros), sum(tokens_in), sum(tokens_cached), sum(tokens_out)`;
/**
 * SQL that groups the raw rows of a condition into `rollup_chunk` in one pass, with separate rows for the two halves of an
 * hour (`late` 1 is the second). Rows without a member have `member_id` NULL, never 0.
 */
export const stageRows = (
  condition: string,
) => `INSERT INTO rollup_chunk (${GRAIN}, late, ${SUMS}, quantity, tally)
  SELECT timestamp / ${HOUR_MS} AS hour, account_id, key_id, endpoint_id, model_id, unit,
    coalesce(member_id, 0), ${IS_LATE} AS late, ${RAW_SUMS}, sum(units), ${RAW_TALLY}
  FROM api_usage WHERE ${condition}
  GROUP BY hour, account_id, key_id, endpoint_id, model_id, unit, member_id, late`;

/** The upsert merges the two halves of an hour, which is faster than grouping the chunk. */
const FEED_HOURS = `INSERT INTO hourly_usage (${GRAIN}, ${SUMS}, ${LATE_SUMS}, quantity, tally)
  SELECT ${GRAIN}, ${SUMS}, late * requests, late * errors, late * response_time_sum, late * cost_micros,
    late * billed_micros, late * tokens_in, late * tokens_cached, late * tokens_out, quantity, tally
  FROM rollup_chunk WHERE true
  ON CONFLICT DO UPDATE SET ${ADD_SUMS}, ${ADD_LATE_SUMS},
    quantity = quantity + excluded.quantity, tally = tally || excluded.tally`;

/**
 * `totalled`: 1 if `hourly_totals` is up to date, 0 if `hour-totals.ts` has not checked the hour yet or found few rows, -1
 * if the totals have to be built. New rows turn 1 into -1, and begin an hour that was already checked with -1.
 */
const FEED_SERIES = `INSERT INTO hourly_series (hour, account_id, totalled, ${SUMS}, ${LATE_SUMS}, tally)
  SELECT hour, account_id, -(hour < (SELECT next_hour FROM hourly_totals_state)), ${ADDED_UP},
    sum(late * requests), sum(late * errors), sum(late * response_time_sum), sum(late * cost_micros),
    sum(late * billed_micros), sum(late * tokens_in), sum(late * tokens_cached), sum(late * tokens_out),
    group_concat(tally, '')
  FROM rollup_chunk GROUP BY hour, account_id
  ON CONFLICT DO UPDATE SET ${ADD_SUMS}, ${ADD_LATE_SUMS}, tally = tally || excluded.tally,
    totalled = min(-abs(totalled), excluded.totalled)`;

const MARK_DAYS_OPEN = `INSERT INTO open_days (day, account_id)
  SELECT DISTINCT hour / ${HOURS_PER_DAY}, account_id FROM rollup_chunk WHERE true ON CONFLICT DO NOTHING`;

/** Adds `rollup_chunk` to the tables of hours, and marks its days as open. */
export const FEED = [FEED_HOURS, FEED_SERIES, MARK_DAYS_OPEN];
export const CLEAR = "DELETE FROM rollup_chunk";
const COUNT = "SELECT coalesce(sum(requests), 0) AS counted FROM rollup_chunk";
/** Finds tallies that are worth packing, but only in a chunk that leaves no rows waiting. */
const FIND_LOOSE = findLoose(`NOT EXISTS (SELECT 1 FROM api_usage WHERE id > ${WATERMARK})`);

export interface RolledChunk {
  /** The number of rows rolled up. Fewer than the limit means that the roll-up has caught up. */
  rows: number;
  /** Results of `findLoose`, to pass to `packFound`. Empty unless the roll-up has caught up. */
  loose: ResultSet[];
}

/**
 * Rolls up the next rows of `api_usage` in order of `id`, at most `limit`, in one write transaction. The watermark and the
 * sums commit together, so each row enters the sums exactly once, whatever fails.
 * @param onHeld receives how long the transaction held the write lock, in milliseconds
 */
export async function rollChunk(db: Database, limit: number, onHeld?: OnHeld): Promise<RolledChunk> {
  const args = { limit };
  const statements = [{ sql: CLAIM, args }, stageRows(CLAIMED), ...FEED, COUNT, ...FIND_LOOSE, CLEAR];
  const [count, ...loose] = (await timedBatch(db, statements, onHeld)).slice(2 + FEED.length, -1);
  return { rows: Number(count?.rows[0]?.counted ?? 0), loose };
}
