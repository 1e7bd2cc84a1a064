import { and, desc, eq, sql } from "drizzle-orm";
import { ACCOUNT_PREFIX, accountName, DAYS_AFTER_A_MONTH, USAGE_REVENUE } from "#core/domain/ledger.ts";
import { DAY_MS } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { rowsOf } from "./read.ts";
import { usageDays } from "./schema/usage.ts";
import { writeBatch } from "./write-batch.ts";

const OWNER = `'${ACCOUNT_PREFIX}' || account_id`;
const SOURCE = "'usage:' || account_id || ':' || day || ':' || bookings";
const OPEN = "micros > booked_micros";

/** A month is closed some days after its end: what comes later stands in the statement of the day it was recorded on. */
const CLOSED_AT = `(unixepoch(day * ${DAY_MS / 1000}, 'unixepoch', 'start of month', '+1 month') * 1000
  + ${DAYS_AFTER_A_MONTH * DAY_MS})`;
const statementDay = (at: string) => `iif(${at} < ${CLOSED_AT}, day, CAST(${at} / ${DAY_MS} AS INTEGER))`;
const STATEMENT_DAY = statementDay(":at");

/** `these`: which open days, in the order of their transfers. */
const book = (these: string) => `INSERT INTO ledger_transfers
    (debit, credit, micros, kind, source, created_at, usage_day, statement_day)
  SELECT ${OWNER}, '${USAGE_REVENUE}', micros - booked_micros, 'usage', ${SOURCE}, :at, day, ${STATEMENT_DAY}
  FROM usage_days WHERE ${OPEN} AND ${these}`;
const marked = (these: string) =>
  `UPDATE usage_days SET booked_micros = micros, bookings = bookings + 1 WHERE ${OPEN} AND ${these}`;

const BEGIN = `UPDATE usage_books
  SET before_id = coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'api_usage'), 0)`;
const ADD = `INSERT INTO usage_days (account_id, day, micros)
  SELECT account_id, timestamp / ${DAY_MS} AS day, sum(billed_micros) FROM api_usage
  WHERE id > (SELECT before_id FROM usage_books) AND billed_micros > 0
  GROUP BY account_id, timestamp / ${DAY_MS}
  ON CONFLICT DO UPDATE SET micros = micros + excluded.micros`;

/**
 * For `writeBatch`: the days of usage grow by what exactly those rows were billed that the statements between these two
 * insert.
 */
export const COUNT_NEW_ROWS = { begin: BEGIN, end: ADD };

/**
 * For `writeBatch`, before a transfer that is not usage: books the account's open usage, unless all `sources` are known
 * and nothing will be transferred. So the ledger keeps the order in which the balance changed.
 * @param at epoch ms.
 */
export function bookOpenUsage(account: number, sources: readonly string[], at: number) {
  const isNew = `EXISTS (SELECT 1 FROM json_each(:sources)
    WHERE value NOT IN (SELECT source FROM ledger_transfers))`;
  const these = { account, sources: JSON.stringify(sources) };
  return [
    { sql: book(`account_id = :account AND ${isNew} ORDER BY day`), args: { ...these, at } },
    { sql: marked(`account_id = :account AND ${isNew}`), args: these },
  ];
}

const OLDEST = "day < :day ORDER BY day, account_id LIMIT :limit";

/**
 * Transfers the oldest open days before `day` (UTC, since the epoch), each as one transfer, in one transaction; no balance
 * changes. @returns the number of days booked; fewer than `limit` means that none is left.
 */
export async function bookDaysBefore(
  db: Database,
  { at, ...oldest }: { day: number; limit: number; at: number },
): Promise<number> {
  const same = `(account_id, day) IN (SELECT account_id, day FROM usage_days WHERE ${OPEN} AND ${OLDEST})`;
  const [booked] = await writeBatch(db, [
    { sql: book(OLDEST), args: { ...oldest, at } },
    { sql: marked(same), args: oldest },
  ]);
  return booked?.rowsAffected ?? 0;
}

/** SQL of the usage of `:account` that the ledger has not booked yet, by UTC day; `:at` decides which statement has it. */
export const OPEN_USAGE = `SELECT day, ${STATEMENT_DAY} AS statementDay, micros - booked_micros AS micros
  FROM usage_days WHERE ${OPEN} AND account_id = :account`;

/**
 * The account's usage that the ledger has not booked yet, by UTC day since the epoch, newest first, each with
 * the balance after it; `statementDay` is the day whose statement has it at `at` (epoch ms).
 */
export const readOpenUsage = (db: Database, account: number, at: number) =>
  rowsOf(db, openDays(db, account, at));
export type OpenUsage = Awaited<ReturnType<typeof readOpenUsage>>[number];

const openDays = (db: Database, account: number, at: number) =>
  db
    .select({
      day: usageDays.day,
      statementDay: sql<number>`${sql.raw(statementDay(String(at)))}`,
      micros: sql<number>`micros - booked_micros`,
      balanceAfter: sql<number>`(SELECT micros FROM ledger_balances WHERE account = ${accountName(account)})
        - sum(micros - booked_micros) OVER (ORDER BY day)`,
    })
    .from(usageDays)
    .where(and(eq(usageDays.accountId, account), sql.raw(OPEN)))
    .orderBy(desc(usageDays.day));
