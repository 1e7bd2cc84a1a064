import { z } from "zod";
import { accountName } from "#core/domain/ledger.ts";
import type { DaySpan } from "#core/domain/months.ts";
import { DAY_MS } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import type { Read } from "./read.ts";
import { statement } from "./statement.ts";
import { ENTRIES } from "./statement-days.ts";
import { OPEN_USAGE } from "./usage-days.ts";

const sums = z.object({
  /** Micro-dollars, as all but the counts and the day; `added` is positive, `taken` and the kinds of usage are negative. */
  closing: z.int(),
  added: z.int(),
  taken: z.int(),
  usage: z.int(),
  /** The part of `usage` that is of days outside the span. */
  late: z.int(),
  /** Usage of the span's days in statements of later days. */
  later: z.int(),
  topUps: z.int(),
  transactions: z.int(),
  /** The first day with a transaction; null without any. */
  firstDay: z.int().nullable(),
});
export type StatementSums = z.infer<typeof sums>;

const IN_SPAN = "day >= :from AND day < :end";

/** One row per transfer in the statements of the span and per day of open usage; `usageDay` is null for other money. */
const MOVED = `SELECT e.day, e.amount, t.kind, t.usage_day AS usageDay FROM ${ENTRIES}
    WHERE e.account = :ledger AND e.day >= :from AND e.day < :end
  UNION ALL SELECT statementDay, -micros, 'usage', day FROM open WHERE statementDay >= :from AND statementDay < :end`;
const IS_OWN = "usageDay >= :from AND usageDay < :end";

const SUMS = `WITH open AS MATERIALIZED (${OPEN_USAGE}), moved AS MATERIALIZED (${MOVED})
  SELECT coalesce((SELECT micros FROM balances WHERE account = :ledger), 0)
      - coalesce((SELECT sum(amount) FROM ledger_entries WHERE account = :ledger AND day >= :end), 0)
      + coalesce((SELECT sum(micros) FROM open WHERE statementDay >= :end), 0) AS closing,
    coalesce(sum(iif(kind <> 'usage' AND amount > 0, amount, 0)), 0) AS added,
    coalesce(sum(iif(kind <> 'usage' AND amount < 0, amount, 0)), 0) AS taken,
    coalesce(sum(iif(kind = 'usage', amount, 0)), 0) AS usage,
    coalesce(sum(iif(usageDay IS NOT NULL AND NOT (${IS_OWN}), amount, 0)), 0) AS late,
    -coalesce((SELECT sum(micros) FROM usage_days WHERE account_id = :account AND ${IN_SPAN}), 0)
      - coalesce(sum(iif(${IS_OWN}, amount, 0)), 0) AS later,
    coalesce(sum(kind = 'top_up'), 0) AS topUps,
    count(DISTINCT iif(usageDay = day, day, NULL)) + coalesce(sum(usageDay IS NOT day), 0) AS transactions,
    min(day) AS firstDay
  FROM moved`;

/** The money of the statements of a span of UTC days, in one snapshot. @param at epoch ms. */
export function readStatementSums(
  db: Database,
  account: number,
  { from, end, at }: DaySpan & { at: number },
): Read<StatementSums> {
  return statement(SUMS, { account, ledger: accountName(account), from, end, at }, sums).only(db);
}

const month = z.object({ month: z.string(), usage: z.int(), firstDay: z.int() });
export type StatementMonthRow = z.infer<typeof month>;

const MONTHS = `WITH open AS MATERIALIZED (${OPEN_USAGE}),
  moved AS (SELECT e.day, iif(t.kind = 'usage', e.amount, 0) AS usage FROM ${ENTRIES} WHERE e.account = :ledger
    UNION ALL SELECT statementDay, -micros FROM open)
  SELECT strftime('%Y-%m', day * ${DAY_MS / 1000}, 'unixepoch') AS month, sum(usage) AS usage, min(day) AS firstDay
  FROM moved GROUP BY month ORDER BY month DESC`;

/** The UTC months with transactions, newest first; `usage` in signed micro-dollars. @param at epoch ms. */
export const readStatementMonths = (db: Database, account: number, at: number): Read<StatementMonthRow[]> =>
  statement(MONTHS, { account, ledger: accountName(account), at }, month).all(db);
