import { DAY_MS, ERROR_STATUS_FROM, HOUR_MS } from "#core/domain/ranges.ts";
import { isOneCode, type LogFilter } from "./usage-log-scope.ts";

const HOURS_A_DAY = DAY_MS / HOUR_MS;
const HOURS = JSON.stringify([...Array(HOURS_A_DAY).keys()]);

/** Tallies name the codes of errors, but of all endpoints together. */
export const isTallied = (filter: LogFilter) => isOneCode(filter) && filter.status.least >= ERROR_STATUS_FROM;

/** How many requests of a bucket `r` may have the status. */
function matchesOf({ status }: LogFilter): string {
  if (status.least >= ERROR_STATUS_FROM) return "r.errors";
  return status.most < ERROR_STATUS_FROM ? "(r.requests - r.errors)" : "r.requests";
}

/** The filter's bucket `r` of a day or an hour, where it may hold a match. */
function bucketOf(filter: LogFilter, size: "day" | "hour", at: string) {
  const prefix = size === "day" ? "daily" : "hourly";
  const mine = (row: string) =>
    `${row}.account_id = :account AND ${row}.${size} = ${at} AND ${row}.key_id = :key`;
  const tallied = `AND instr((SELECT t.tally FROM ${prefix}_series AS t WHERE ${mine("t")}), char(:mark)) > 0`;
  const mayMatch = `${matchesOf(filter)} > 0 ${isTallied(filter) ? tallied : ""}`;
  return filter.endpointId === 0
    ? { table: `${prefix}_series AS r`, holds: `${mine("r")} AND ${mayMatch}` }
    : {
        table: `${prefix}_endpoints AS r`,
        holds: `${mine("r")} AND r.endpoint_id = :endpoint AND ${mayMatch}`,
      };
}

/** `behind`: how many ids are not rolled up. `first`: the instant before which the account has no raw row. */
const STATE = `state (rolled, behind, first) AS MATERIALIZED (
  SELECT last_id, coalesce((SELECT max(id) FROM api_usage), 0) - last_id,
    max(CAST(:from AS INTEGER), (SELECT min(timestamp) FROM api_usage WHERE account_id = :account))
  FROM rollup_state WHERE name = 'usage')`;
const OPEN = "seen + last * :counts < :limit AND tried < :mostDays";

/**
 * No index leads to the raw rows of a key, an endpoint or a status, so the roll-up tells the hours that hold some.
 * Of the days later than `day`, `last` and `seen` are the matches of the latest and of the others, `tried` those that
 * have any. `:day`, the place's own, is seen for nothing, being perhaps past it; with `:counts` 0 every day is.
 */
export function hoursSql(filter: LogFilter): string {
  const matches = matchesOf(filter);
  const day = bucketOf(filter, "day", "days.day");
  const hour = bucketOf(filter, "hour", `d.day * ${HOURS_A_DAY} + n.value`);
  return `WITH RECURSIVE ${STATE}, days (day, last, seen, tried) AS (
      SELECT :day, 0, 0, 0 FROM state WHERE behind <= :mostFresh
      UNION ALL
      SELECT (SELECT max(d.day) FROM daily_series AS d
          WHERE d.account_id = :account AND d.day < days.day AND d.day >= (SELECT first / ${DAY_MS} FROM state)),
        iif(days.day = :day, 0, coalesce((SELECT ${matches} FROM ${day.table} WHERE ${day.holds}), 0)),
        seen + last * :counts, tried + (last > 0)
      FROM days WHERE days.day IS NOT NULL AND ${OPEN}),
    hours (hour, matches, requests) AS (
      SELECT r.hour, ${matches}, a.requests
      FROM (SELECT days.day FROM days CROSS JOIN ${day.table} ON ${day.holds} WHERE ${OPEN}) AS d
        CROSS JOIN json_each('${HOURS}') AS n
        CROSS JOIN ${hour.table} ON ${hour.holds}
        CROSS JOIN hourly_series AS a ON a.account_id = :account AND a.hour = r.hour AND a.key_id = 0
      WHERE r.hour BETWEEN (SELECT first / ${HOUR_MS} FROM state) AND :hour
      ORDER BY r.hour DESC)
    SELECT json_object('rolled', rolled, 'behind', behind,
      'nextDay', (SELECT day FROM days WHERE day IS NOT NULL AND NOT (${OPEN})),
      'hours', (SELECT json_group_array(json_array(hour, matches, requests)) FROM hours)) AS json
    FROM state`;
}
