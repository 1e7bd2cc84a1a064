import { sql } from "drizzle-orm";
import { z } from "zod";
import { budgetWindow } from "#core/domain/gateway/budgets.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { notifyAll } from "./notifications.ts";
import { type Read, together, writeAndRead } from "./read.ts";
import { statement } from "./statement.ts";

const THIS_MONTH = "day >= :first AND day < :end";

/** The days of `:account` in this month, each with what the month had spent by its end. */
const BY_DAY = `SELECT day, sum(micros) OVER (ORDER BY day) AS spent FROM usage_days
  WHERE account_id = :account AND ${THIS_MONTH}`;

/** Alerts that a month has reached without having been marked, with the month's spend. */
const reached = (isUnmarked: string) => `waiting AS MATERIALIZED (
    SELECT a.account_id, a.micros FROM json_each(:accounts) AS p CROSS JOIN spend_alerts AS a ON a.account_id = p.value
    WHERE ${isUnmarked}),
  month AS MATERIALIZED (
    SELECT d.account_id, sum(d.micros) AS spent
    FROM (SELECT DISTINCT account_id FROM waiting) AS w CROSS JOIN usage_days AS d ON d.account_id = w.account_id
    WHERE ${THIS_MONTH} GROUP BY d.account_id),
  reached AS (SELECT account_id, micros, spent FROM waiting JOIN month USING (account_id) WHERE spent >= micros)`;

const notifying = (isUnmarked: string) => `WITH ${reached(isUnmarked)}
  SELECT account_id, 'spend_alert', 'spend_alert:' || CAST(:first AS INTEGER) || ':' || max(micros),
    json_object('amount', max(micros), 'spent', spent, 'month', CAST(:first AS INTEGER) * ${DAY_MS}), :at
  FROM reached WHERE true GROUP BY account_id`;
const marking = (
  isUnmarked: string,
  marks: string,
) => `WITH ${reached(isUnmarked)} UPDATE spend_alerts SET ${marks}
  WHERE (account_id, micros) IN (SELECT account_id, micros FROM reached)`;

const UNMARKED = "(a.reached_day IS NULL OR a.reached_day < :first)";
const NOTIFY = notifying(UNMARKED);
const MARK = marking(UNMARKED, "reached_before = reached_day, reached_day = CAST(:today AS INTEGER)");

/** Where `:end` is the first day of this month, which may have been marked already. */
const UNMARKED_BEFORE = `(${UNMARKED} OR a.reached_day >= :end) AND (a.reached_before IS NULL OR a.reached_before < :first)`;
const NOTIFY_BEFORE = notifying(UNMARKED_BEFORE);
const MARK_BEFORE = marking(
  UNMARKED_BEFORE,
  `reached_before = iif(reached_day >= :end, CAST(:end AS INTEGER) - 1, reached_before),
    reached_day = iif(reached_day >= :end, reached_day, CAST(:end AS INTEGER) - 1)`,
);

interface Grown {
  accountIds: readonly number[];
  /** Those of them whose days have grown before this month, too. */
  lateIds: readonly number[];
}

/**
 * For `writeBatch`, after the accounts' days of usage have grown: notifies each account whose spend in the UTC month of
 * `at` (epoch ms), or in the one before it, has reached alerts of its own, once a month, of the highest of them. Each
 * alert notifies once a month.
 */
export function spendAlertsReached({ accountIds, lateIds }: Grown, at: number) {
  const month = monthOf(at);
  const args = { accounts: JSON.stringify(accountIds), ...month };
  return [
    ...(lateIds.length > 0 ? reachedBefore(lateIds, at) : []),
    ...notifyAll(NOTIFY, { ...args, at }),
    { sql: MARK, args: { ...args, today: Math.floor(at / DAY_MS) } },
  ];
}

/** Requests that began before midnight may be posted after the month's end. */
function reachedBefore(accountIds: readonly number[], at: number) {
  const { from } = budgetWindow("month", at);
  const args = { accounts: JSON.stringify(accountIds), ...monthOf(from - 1) };
  return [...notifyAll(NOTIFY_BEFORE, { ...args, at }), { sql: MARK_BEFORE, args }];
}

/** The UTC days [first, end) of the month, since the epoch. */
function monthOf(at: number) {
  const { from, to } = budgetWindow("month", at);
  return { first: from / DAY_MS, end: to / DAY_MS };
}

/** Whether a request of this time belongs to the month before that of `at`. Both are epoch ms. */
export function isOfMonthBefore(timestamp: number, at: number): boolean {
  const { from } = budgetWindow("month", at);
  return timestamp < from && timestamp >= budgetWindow("month", from - 1).from;
}

export interface SpendAlerts {
  /** Smallest first; `reachedDay` is a UTC day of this month, since the epoch, or null. */
  alerts: { micros: number; reachedDay: number | null }[];
  /** What the account has spent in this month. */
  spentMicros: number;
}

const ALERTS = `SELECT micros, iif(reached_day >= :first, reached_day, NULL) AS reachedDay
  FROM spend_alerts WHERE account_id = :account ORDER BY micros`;
const SPENT = `SELECT coalesce(sum(micros), 0) AS micros FROM usage_days WHERE account_id = :account AND ${THIS_MONTH}`;

const alertRow = z.object({ micros: z.int(), reachedDay: z.int().nullable() });
const sumRow = z.object({ micros: z.int() });

/** The account's alerts and its spend in the UTC month of `at` (epoch ms). */
export function readSpendAlerts(db: Database, account: number, at: number): Read<SpendAlerts> {
  const { first, end } = monthOf(at);
  return together(db, [
    statement(ALERTS, { account, first }, alertRow).all(db),
    statement(SPENT, { account, first, end }, sumRow).only(db),
  ]).map(([alerts, { micros }]) => ({ alerts, spentMicros: micros }));
}

const REMOVE = `DELETE FROM spend_alerts
  WHERE account_id = :account AND micros NOT IN (SELECT value FROM json_each(:amounts))`;
/** One that this month has reached already is marked, and so is the month before, so that nobody is notified of the past. */
const ADD = `WITH added AS (
    SELECT a.id, w.value AS micros, (SELECT min(day) FROM (${BY_DAY}) WHERE spent >= w.value) AS day
    FROM accounts AS a CROSS JOIN json_each(:amounts) AS w WHERE a.id = :account AND a.closed_at IS NULL)
  INSERT INTO spend_alerts (account_id, micros, reached_day, reached_before)
  SELECT id, micros, coalesce(day, CAST(:first AS INTEGER) - 1), iif(day IS NULL, NULL, CAST(:first AS INTEGER) - 1)
  FROM added WHERE true ON CONFLICT DO NOTHING`;

/**
 * Replaces the alerts of the audit entry's account, and records the entry if that changes anything; those that stay keep
 * what they have notified of.
 * @param amounts different ones, in micro-dollars.
 */
export async function setSpendAlertsOf(
  db: Database,
  entry: AuditEntry,
  amounts: readonly number[],
): Promise<SpendAlerts> {
  const { accountId: account, at } = entry;
  const wanted = JSON.stringify(amounts.toSorted((a, b) => a - b));
  const present = sql`SELECT json_group_array(micros) FROM
    (SELECT micros FROM spend_alerts WHERE account_id = ${account} ORDER BY micros)`;
  const writes = [
    auditIf(db, entry, sql`(${present}) <> ${wanted}`),
    { sql: REMOVE, args: { account, amounts: wanted } },
    { sql: ADD, args: { account, amounts: wanted, ...monthOf(at) } },
  ];
  return (await writeAndRead(db, writes, [readSpendAlerts(db, account, at)])).values[0];
}
