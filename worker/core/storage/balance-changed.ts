import { ACCOUNT_PREFIX } from "#core/domain/ledger.ts";
import { MICROS_PER_DOLLAR } from "#core/domain/money.ts";
import { notifyAll } from "./notifications.ts";

/** The balance is back once it is above the limit by as much again, or by this. */
const BACK_MICROS = 20 * MICROS_PER_DOLLAR;

/** Accounts of `:accounts` whose balance is another one than when this was last done. */
const CHANGED = `changed (account_id, before, now) AS MATERIALIZED (
  SELECT a.value, l.noted_micros, l.micros - l.open_micros
  FROM json_each(:accounts) AS a CROSS JOIN ledger_balances AS l ON l.account = '${ACCOUNT_PREFIX}' || a.value
  WHERE l.noted_micros <> l.micros - l.open_micros)`;

const FELL = `a.closed_at IS NULL AND a.low_balance_at IS NULL
  AND c.before >= a.low_balance_micros AND c.now < a.low_balance_micros`;
const LOW = `WITH ${CHANGED} SELECT a.id, 'low_balance', 'low_balance:' || a.id || ':' || coalesce((SELECT max(id) FROM notifications), 0),
    json_object('balance', c.now, 'threshold', a.low_balance_micros), :at
  FROM changed AS c CROSS JOIN accounts AS a ON a.id = c.account_id WHERE ${FELL}`;
const IS_LOW = `WITH ${CHANGED} UPDATE accounts AS a SET low_balance_at = :at FROM changed AS c
  WHERE a.id = c.account_id AND ${FELL}`;
const IS_BACK = `WITH ${CHANGED} UPDATE accounts AS a SET low_balance_at = NULL FROM changed AS c
  WHERE a.id = c.account_id AND a.low_balance_at IS NOT NULL AND c.now > c.before
    AND c.now >= a.low_balance_micros + min(a.low_balance_micros, ${BACK_MICROS})`;
const IS_DUE = `WITH ${CHANGED} UPDATE auto_top_ups AS t SET due_at = iif(c.now < t.threshold_micros, :at, NULL)
  FROM changed AS c WHERE t.account_id = c.account_id AND t.enabled = 1 AND t.stopped_at IS NULL
    AND (t.due_at IS NULL) = (c.now < t.threshold_micros)`;
const NOTED = `UPDATE ledger_balances SET noted_micros = micros - open_micros
  WHERE account IN (SELECT '${ACCOUNT_PREFIX}' || value FROM json_each(:accounts)) AND noted_micros <> micros - open_micros`;

/**
 * For `writeBatch`, at the end of each transaction that moves money or counts usage: each account whose balance is
 * another one is notified when it fell below its limit, and its automatic top-up becomes due, or no longer is.
 * @param at epoch ms.
 */
export function balanceChanged(accountIds: readonly number[], at: number) {
  const accounts = JSON.stringify(accountIds);
  return [
    ...notifyAll(LOW, { accounts, at }),
    { sql: IS_LOW, args: { accounts, at } },
    { sql: IS_BACK, args: { accounts } },
    { sql: IS_DUE, args: { accounts, at } },
    { sql: NOTED, args: { accounts } },
  ];
}
