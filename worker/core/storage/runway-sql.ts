import { HOUR_MS } from "#core/domain/ranges.ts";
import { ENOUGH_PAID_REQUESTS } from "#core/domain/runway.ts";
import { fresh, rolled } from "./usage-window-sql.ts";

/*
 * The roll-up does not count paid requests, but it knows in which hours and days there are some, so raw rows are read
 * of a few hours only.
 */
const PAID_HOURS = (list: string) => `json_each(${list}) AS b CROSS JOIN hourly_series AS r
  ON r.account_id = :account AND r.hour = b.value AND r.key_id = :key AND r.cost_micros > 0`;
const ROLLED = `${rolled("all endpoints")} AND u.cost_micros > 0`;
const FRESH = `${fresh("all endpoints")} AND u.cost_micros > 0`;
const IN_HOUR = (hour: string) => `u.timestamp
  BETWEEN max(:from, ${hour} * ${HOUR_MS}) AND min(:to, ${hour} * ${HOUR_MS} + ${HOUR_MS - 1})`;

/** Days before that of `:from`, newest first, up to a paid one; `paid` is said of the day before it in the list. */
const DAYS = `days (day, paid) AS (
  SELECT :day, 0
  UNION ALL
  SELECT (SELECT max(s.day) FROM daily_series AS s WHERE s.account_id = :account AND s.day < days.day),
    iif(days.day = :day, 0, coalesce((SELECT s.cost_micros > 0 FROM daily_series AS s
      WHERE s.account_id = :account AND s.day = days.day AND s.key_id = :key), 0))
  FROM days WHERE days.day IS NOT NULL AND NOT paid)`;
const BEFORE = `(SELECT max(paid) FROM days)
  OR EXISTS (SELECT 1 FROM ${PAID_HOURS(":earlier")})
  OR EXISTS (SELECT 1 FROM ${ROLLED} AND u.timestamp >= :hour AND u.timestamp < :from)
  OR EXISTS (SELECT 1 FROM ${FRESH} AND u.timestamp < :from)`;

const FIRST = `SELECT min(at) FROM (
  SELECT min(u.timestamp) AS at FROM ${ROLLED}
    AND ${IN_HOUR(`(SELECT min(r.hour) FROM ${PAID_HOURS(":hours")})`)}
  UNION ALL SELECT min(u.timestamp) FROM ${FRESH} AND u.timestamp BETWEEN :from AND :to)`;

const COUNT = `SELECT count(*) FROM (
  SELECT 1 FROM ${PAID_HOURS(":hours")} CROSS JOIN ${ROLLED} AND ${IN_HOUR("b.value")}
  UNION ALL SELECT 1 FROM ${FRESH} AND u.timestamp BETWEEN :from AND :to
  LIMIT ${ENOUGH_PAID_REQUESTS})`;

/** `:hours`: all that touch [from, to]; `:earlier`: the hours of `:from`'s day before its own, `:hour` (epoch ms). */
export const PAID = `WITH RECURSIVE ${DAYS}
  SELECT iif(${BEFORE}, :from, (${FIRST})) AS firstPaid, (${COUNT}) AS paidRequests`;
