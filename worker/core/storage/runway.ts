import { z } from "zod";
import { numbers, type Span } from "#core/domain/analytics-window.ts";
import { accountName } from "#core/domain/ledger.ts";
import { ENOUGH_PAID_REQUESTS } from "#core/domain/runway.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import { type KeyCost, keyCostsSql, parseKeyCosts } from "./breakdown.ts";
import type { Database } from "./database.ts";
import { inOpenDays } from "./rollup-days.ts";
import { fresh, rolled, spanStatement } from "./usage-window.ts";

// The roll-up shows which hours have paid requests, so that raw rows of only a few hours are read.
const paidHours = (list: string) => `json_each(${list}) AS b CROSS JOIN hourly_series AS r
  ON r.account_id = :account AND r.hour = b.value AND r.billed_micros > 0`;
const ROLLED = `${rolled("all")} AND u.billed_micros > 0`;
const FRESH = `${fresh("all")} AND u.billed_micros > 0`;
const inHour = (hour: string) => `u.timestamp
  BETWEEN max(:from, ${hour} * ${HOUR_MS}) AND min(:to, ${hour} * ${HOUR_MS} + ${HOUR_MS - 1})`;

/** Days before that of `:from`, newest first, up to a paid one; `paid` refers to the previous row's day. */
const DAYS = `days (day, paid) AS (
  SELECT :day, 0
  UNION ALL
  SELECT (SELECT max(s.day) FROM daily_series AS s WHERE s.account_id = :account AND s.day < days.day),
    iif(days.day = :day, 0, coalesce((SELECT s.billed_micros > 0 FROM daily_series AS s
      WHERE s.account_id = :account AND s.day = days.day AND s.key_id = :key), 0))
  FROM days WHERE days.day IS NOT NULL AND NOT paid)`;
/** Rows are only ever added to a day, so that it can be paid although its own rows don't say so yet. */
const IN_OPEN_DAYS = `SELECT 1 FROM ${inOpenDays("hourly_series")}
  WHERE o.account_id = :account AND o.day < :day AND r.billed_micros > 0`;
const BEFORE = `(SELECT max(paid) FROM days)
  OR EXISTS (${IN_OPEN_DAYS})
  OR EXISTS (SELECT 1 FROM ${paidHours(":earlier")})
  OR EXISTS (SELECT 1 FROM ${ROLLED} AND u.timestamp >= :hour AND u.timestamp < :from)
  OR EXISTS (SELECT 1 FROM ${FRESH} AND u.timestamp < :from)`;

const FIRST = `SELECT min(at) FROM (
  SELECT min(u.timestamp) AS at FROM ${ROLLED}
    AND ${inHour(`(SELECT min(r.hour) FROM ${paidHours(":hours")})`)}
  UNION ALL SELECT min(u.timestamp) FROM ${FRESH} AND u.timestamp BETWEEN :from AND :to)`;

const COUNT = `SELECT count(*) FROM (
  SELECT 1 FROM ${paidHours(":hours")} CROSS JOIN ${ROLLED} AND ${inHour("b.value")}
  UNION ALL SELECT 1 FROM ${FRESH} AND u.timestamp BETWEEN :from AND :to
  LIMIT ${ENOUGH_PAID_REQUESTS})`;

/** `:hours` touch [from, to]; `:earlier` are the hours of `:from`'s day before its own, `:hour` (epoch ms). */
const PAID = `WITH RECURSIVE ${DAYS}
  SELECT iif(${BEFORE}, :from, (${FIRST})) AS firstPaid, (${COUNT}) AS paidRequests`;

const BALANCE = "SELECT coalesce((SELECT micros FROM balances WHERE account = :owner), 0) AS balance";

const figures = z.object({
  balance: z.number(),
  firstPaid: z.number().nullable(),
  paidRequests: z.number(),
});
type RunwayReading = z.infer<typeof figures> & { keys: KeyCost[] };

/** The balance and each key's spending in the span, in one snapshot. */
export async function readRunway(db: Database, accountId: number, span: Span): Promise<RunwayReading> {
  const all = { accountId, keyId: 0, endpoint: null, model: null };
  const [balance, paid, costs] = await db.$client.batch(
    [
      { sql: BALANCE, args: { owner: accountName(accountId) } },
      { sql: PAID, args: { account: accountId, key: 0, ...paidArguments(span) } },
      spanStatement(keyCostsSql, all, span),
    ],
    "read",
  );
  const read = figures.parse({ ...balance?.rows[0], ...paid?.rows[0] });
  return { ...read, keys: parseKeyCosts(costs?.rows[0]?.json) };
}

function paidArguments({ from, until, end }: Span) {
  const day = Math.floor(from / DAY_MS);
  const hour = Math.floor(from / HOUR_MS);
  return {
    from,
    to: until - 1,
    day,
    hour: hour * HOUR_MS,
    earlier: JSON.stringify(numbers((day * DAY_MS) / HOUR_MS, hour)),
    hours: JSON.stringify(numbers(hour, end / HOUR_MS)),
  };
}
