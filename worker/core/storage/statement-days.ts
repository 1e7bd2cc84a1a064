import { z } from "zod";
import { accountName } from "#core/domain/ledger.ts";
import type { Database } from "./database.ts";
import type { Read } from "./read.ts";
import { statement } from "./statement.ts";
import { OPEN_USAGE } from "./usage-days.ts";

const day = z.object({
  /** UTC, since the epoch. */
  day: z.int(),
  /** This and the others in signed micro-dollars: usage of the day itself, booked and open. */
  usage: z.int(),
  /** Usage of days whose month was closed when it was recorded. */
  late: z.int(),
  added: z.int(),
  taken: z.int(),
  balanceAfter: z.int(),
  /** 1 while some of its usage is not booked. */
  open: z.int(),
  /** The newest transfer that is counted. */
  last: z.int(),
});
export type StatementDayRow = z.infer<typeof day>;

const sums = (usage: string, late: string) => `sum(amount) AS net,
  sum(iif(${usage} AND NOT ${late}, amount, 0)) AS usage, sum(iif(${late}, amount, 0)) AS late,
  sum(iif(NOT ${usage} AND amount > 0, amount, 0)) AS added, sum(iif(NOT ${usage} AND amount < 0, amount, 0)) AS taken`;
const IS_USAGE = "t.kind = 'usage'";
const IS_LATE = `(${IS_USAGE} AND coalesce(t.usage_day, e.day) <> e.day)`;
/** Both sides of the account's transfers: `e` and `t`. */
export const ENTRIES = "ledger_entries AS e CROSS JOIN ledger_transfers AS t ON t.id = e.transfer_id";

/** The days before `:before`; the balance after the newest of them is the balance less everything since. */
const DAYS = `WITH open AS MATERIALIZED (${OPEN_USAGE}),
  booked AS MATERIALIZED (SELECT e.day, ${sums(IS_USAGE, IS_LATE)}, 0 AS open FROM ${ENTRIES}
    WHERE e.account = :ledger AND e.day >= :from AND e.day < :before GROUP BY e.day ORDER BY e.day DESC LIMIT :limit),
  both AS (
    SELECT * FROM booked
    UNION ALL SELECT statementDay, -micros, iif(day = statementDay, -micros, 0), iif(day = statementDay, 0, -micros), 0, 0, 1
      FROM open WHERE statementDay >= :from AND statementDay < :before),
  days AS (SELECT day, sum(net) AS net, sum(usage) AS usage, sum(late) AS late, sum(added) AS added,
    sum(taken) AS taken, max(open) AS open FROM both GROUP BY day),
  since AS (SELECT coalesce((SELECT micros FROM balances WHERE account = :ledger), 0)
    - coalesce((SELECT sum(amount) FROM ledger_entries WHERE account = :ledger AND day >= :before), 0)
    + coalesce((SELECT sum(micros) FROM open WHERE statementDay >= :before), 0) AS balance)
  SELECT day, usage, late, added, taken, open, since.balance - coalesce(sum(net) OVER (
    ORDER BY day DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS balanceAfter,
    coalesce((SELECT max(transfer_id) FROM ledger_entries WHERE account = :ledger), 0) AS last
  FROM days CROSS JOIN since ORDER BY day DESC LIMIT :limit`;

/** The account's newest `limit` days with transactions in [from, before) (UTC, since the epoch), newest first. */
export function readStatementDays(
  db: Database,
  account: number,
  { from, before, limit, at }: { from: number; before: number; limit: number; at: number },
): Read<StatementDayRow[]> {
  const args = { account, ledger: accountName(account), from, before, limit, at };
  return statement(DAYS, args, day).all(db);
}
