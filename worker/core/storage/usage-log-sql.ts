import { DAY_MS, HOUR_MS } from "#core/domain/ranges.ts";

const HOURS_A_DAY = DAY_MS / HOUR_MS;
const BEFORE = "(u.timestamp, u.id) < (:timestamp, :id)";
const NEWEST = "ORDER BY u.timestamp DESC, u.id DESC LIMIT :limit";
const COLUMNS = `u.id, u.request_id AS requestId, u.timestamp, k.public_id AS keyPublicId, e.path AS endpoint,
  u.status_code AS statusCode, u.response_time AS responseTime, u.tokens_in AS tokensIn, u.tokens_out AS tokensOut,
  u.cost_micros AS costMicros`;
const NAMES = `LEFT JOIN endpoints AS e ON e.id = u.endpoint_id
  LEFT JOIN api_keys AS k ON k.id = u.key_id AND k.account_id = u.account_id`;
const WATERMARK = "(SELECT last_id FROM rollup_state WHERE name = 'usage')";

export const LOG = `SELECT ${COLUMNS} FROM api_usage AS u ${NAMES}
  WHERE u.account_id = :account AND ${BEFORE} ${NEWEST}`;

/*
 * No index leads to a key's raw rows, so the roll-up tells the hours to look at. From the place backwards they are as
 * many as hold `:limit` of the key's rows; the place's own day and hour count for nothing, being perhaps past it.
 */

/** `seen`: the key's rows in the later days. */
const DAYS = `days (day, seen) AS (
  SELECT :day, 0
  UNION ALL
  SELECT (SELECT max(s.day) FROM daily_series AS s WHERE s.account_id = :account AND s.day < days.day),
    seen + iif(days.day = :day, 0, coalesce((SELECT requests FROM daily_series AS s
      WHERE s.account_id = :account AND s.day = days.day AND s.key_id = :key), 0))
  FROM days WHERE days.day IS NOT NULL AND seen < :limit)`;
const HOURS = `hours (hour, requests) AS (
  SELECT h.hour, h.requests FROM days
    CROSS JOIN daily_series AS d ON d.account_id = :account AND d.day = days.day AND d.key_id = :key
    CROSS JOIN json_each('${JSON.stringify([...Array(HOURS_A_DAY).keys()])}') AS n
    CROSS JOIN hourly_series AS h
      ON h.account_id = :account AND h.hour = d.day * ${HOURS_A_DAY} + n.value AND h.key_id = :key
  WHERE seen < :limit AND h.hour <= :hour)`;
const CHOSEN = `chosen (hour) AS (
  SELECT hour FROM (SELECT hour, sum(iif(hour = :hour, 0, requests))
      OVER (ORDER BY hour DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS later FROM hours)
  WHERE coalesce(later, 0) < :limit)`;

/** `+`: of two upper bounds the planner may take this one, and read every row later than the hour. */
const MINE = `u.account_id = :account AND u.key_id = :key AND (+u.timestamp, +u.id) < (:timestamp, :id)`;
/** Of each hour by itself, so that the last one is read only as far as needed. */
const OF_HOUR = `SELECT json_group_array(id) FROM (SELECT u.id FROM api_usage AS u WHERE ${MINE}
  AND u.timestamp BETWEEN chosen.hour * ${HOUR_MS} AND min(chosen.hour * ${HOUR_MS} + ${HOUR_MS - 1}, :timestamp)
  AND u.id <= ${WATERMARK} ${NEWEST})`;
/** `NOT INDEXED`: with the index on (account_id, timestamp) it would walk the account's whole past. */
const FRESH = `SELECT u.id FROM api_usage AS u NOT INDEXED WHERE u.id > ${WATERMARK} AND ${MINE} ${NEWEST}`;

export const KEY_LOG = `WITH RECURSIVE ${DAYS}, ${HOURS}, ${CHOSEN}, found (id) AS (
    SELECT ids.value FROM chosen CROSS JOIN json_each((${OF_HOUR})) AS ids
    UNION ALL SELECT id FROM (${FRESH}))
  SELECT ${COLUMNS} FROM found CROSS JOIN api_usage AS u ON u.id = found.id ${NAMES} ${NEWEST}`;
