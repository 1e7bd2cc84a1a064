import { z } from "zod";
import { numbers, type Span } from "#core/domain/analytics-window.ts";
import { accountName } from "#core/domain/ledger.ts";
import { DAY_MS, HOURS_PER_DAY } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { type Read, together } from "./read.ts";
import { IS_ERROR } from "./rollup.ts";
import { statement } from "./statement.ts";
import {
  BUILT_DAYS,
  buckets,
  daily,
  fresh,
  hourly,
  inBuckets,
  OPEN_HOURS,
  rowsOutsideBuckets,
  type Shape,
  spanStatement,
} from "./usage-window.ts";

const sums = z.object({ requests: z.int(), errors: z.int(), cost: z.int() });
export type UsageSums = z.infer<typeof sums>;
const daySum = z.object({ day: z.int(), cost: z.int() });

const sumsSql = (
  shape: Shape,
) => `${buckets(shape)} SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(errors), 0) AS errors,
    coalesce(sum(cost), 0) AS cost
  FROM (${inBuckets("r.requests, r.errors, r.billed_micros AS cost", shape)}
    UNION ALL SELECT weight, weight * ${IS_ERROR}, weight * billed_micros
    FROM (${rowsOutsideBuckets("status_code, billed_micros", shape.figures)}))`;

const DAYS = `SELECT day, sum(cost) AS cost FROM (
    SELECT b.day, r.billed_micros AS cost FROM (${BUILT_DAYS}) AS b CROSS JOIN ${daily("series", "all")}
    UNION ALL SELECT b.hour / ${HOURS_PER_DAY}, r.billed_micros
      FROM (${OPEN_HOURS}) AS b CROSS JOIN ${hourly({ figures: "all", allKeys: true })[0]}
    UNION ALL SELECT u.timestamp / ${DAY_MS}, u.billed_micros FROM ${fresh("all")}
      AND u.timestamp / ${DAY_MS} IN (SELECT value FROM json_each(:days)))
  GROUP BY day`;

/** The account's usage in each span, exact at the same instant. */
export function readUsageSums(db: Database, accountId: number, spans: readonly Span[]): Read<UsageSums[]> {
  const all = { accountId, keyId: 0, endpoint: null, model: null };
  const reads = spans.map((span) => {
    const { sql, args } = spanStatement(sumsSql, all, span);
    return statement(sql, args, sums).only(db);
  });
  return together(db, reads);
}

/** Micro-dollars of usage on each of the UTC days [from, to), counted since the epoch. */
export function readDailySpend(
  db: Database,
  accountId: number,
  { from, to }: { from: number; to: number },
): Read<{ day: number; cost: number }[]> {
  const days = numbers(from, to);
  const args = { account: accountId, key: 0, days: JSON.stringify(days) };
  return statement(DAYS, args, daySum)
    .all(db)
    .map((rows) => {
      const costs = new Map(rows.map(({ day, cost }) => [day, cost]));
      return days.map((day) => ({ day, cost: costs.get(day) ?? 0 }));
    });
}

const ledgerSums = z.object({ payments: z.int(), credits: z.int(), entries: z.int(), balance: z.int() });

// Literal conditions, because the partial indexes match only the same text.
const OF_KINDS = (kinds: string, side: "credit" | "debit") =>
  `coalesce((SELECT sum(micros) FROM ledger_transfers WHERE ${side} = :account AND kind <> 'usage' AND kind ${kinds}), 0)`;
const CREDITS = "IN ('grant', 'take_back')";
const LEDGER = `SELECT
  ${OF_KINDS(`NOT ${CREDITS}`, "credit")} - ${OF_KINDS(`NOT ${CREDITS}`, "debit")} AS payments,
  ${OF_KINDS(CREDITS, "credit")} - ${OF_KINDS(CREDITS, "debit")} AS credits,
  coalesce((SELECT sum(amount) FROM ledger_entries WHERE account = :account), 0)
    - coalesce((SELECT sum(micros - booked_micros) FROM usage_days WHERE account_id = :id), 0) AS entries,
  coalesce((SELECT micros FROM balances WHERE account = :account), 0) AS balance`;

/** The account's ledger added up, in micro-dollars; `entries` are all of them, usage and open usage included. */
export const readLedgerSums = (db: Database, accountId: number): Read<z.infer<typeof ledgerSums>> =>
  statement(LEDGER, { account: accountName(accountId), id: accountId }, ledgerSums).only(db);
