import { z } from "zod";
import { type BudgetLevel, EXPIRY_NOTICE_DAYS } from "#core/domain/notifications.ts";
import { DAY_MS } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { notifyAll } from "./notifications.ts";
import { writeBatch } from "./write-batch.ts";

/** Leaves out notices that were sent, lower levels once 100 % was reported, and that once refused requests were. */
const BUDGET_NOTICES = `notice AS (SELECT value, 'budget_reached:' || (value->>'keyId') || ':' || (value->>'period') || ':'
    || (value->>'from') || ':' AS stem, value->>'level' AS level FROM json_each(:notices)),
  fresh AS (SELECT * FROM notice WHERE NOT EXISTS (SELECT 1 FROM notifications
    WHERE account_id = :account AND source IN (stem || level, stem || '100'))
    AND NOT (level = 100 AND EXISTS (SELECT 1 FROM notifications WHERE account_id = :account
      AND source >= 'key_refused:budget_exceeded:' || (value->>'keyId') || ':' || (value->>'from')
      AND source < 'key_refused:budget_exceeded:' || (value->>'keyId') || ';')))`;

const COUNT_FRESH = `WITH ${BUDGET_NOTICES} SELECT count(*) AS fresh FROM fresh`;
const FRESH = `WITH ${BUDGET_NOTICES}
  SELECT k.account_id, 'budget_reached', stem || level, json_object('key', k.public_id, 'name', k.name,
    'period', value->>'period', 'level', level, 'budget', value->>'budgetMicros', 'spent', value->>'spentMicros',
    'resets_at', value->>'to'), :at
  FROM fresh JOIN api_keys AS k ON k.id = value->>'keyId' AND k.account_id = :account
  WHERE true`;

const counted = z.object({ fresh: z.int() });

const [LAST_DAYS, FIRST_DAYS] = EXPIRY_NOTICE_DAYS;

/** The source contains the expiry, so that a key whose expiry moved gets a new notice. */
const EXPIRING = `SELECT account_id, 'key_expiring', source, json_object('key', public_id, 'name', name, 'expires_at', expires_at,
    'days', (expires_at - CAST(:now AS INTEGER) + ${DAY_MS - 1}) / ${DAY_MS}), :now
  FROM (SELECT k.*, 'key_expiring:' || k.id || ':' || k.expires_at || ':' || due AS source
    FROM (SELECT *, iif(expires_at <= :now + ${LAST_DAYS * DAY_MS}, ${LAST_DAYS}, ${FIRST_DAYS}) AS due FROM api_keys
      WHERE expires_at IS NOT NULL AND status = 'active' AND replaced_by IS NULL
        AND expires_at > :now AND expires_at <= :now + ${FIRST_DAYS * DAY_MS}) AS k
    WHERE k.disabled_at IS NULL AND k.created_at <= k.expires_at - k.due * ${DAY_MS}) AS e
  WHERE NOT EXISTS (SELECT 1 FROM notifications AS n WHERE n.account_id = e.account_id AND n.source = e.source)
  ORDER BY expires_at LIMIT :limit`;

/** Notifies the owners of keys that expire within a week, and again within a day. @returns the number notified. */
export async function notifyExpiring(
  db: Database,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const [notified] = await writeBatch(db, notifyAll(EXPIRING, { now, limit }));
  return notified?.rowsAffected ?? 0;
}

export interface BudgetNotice {
  keyId: number;
  period: string;
  from: number;
  to: number;
  level: BudgetLevel;
  budgetMicros: number;
  spentMicros: number;
}

/** Stores the notices that were not sent yet; without any, nothing is written. */
export async function storeBudgetNotices(
  db: Database,
  account: number,
  { notices, at }: { notices: readonly BudgetNotice[]; at: number },
): Promise<void> {
  const args = { account, notices: JSON.stringify(notices) };
  const { rows } = await db.$client.execute({ sql: COUNT_FRESH, args });
  if (counted.parse(rows[0]).fresh === 0) return;
  await writeBatch(db, notifyAll(FRESH, { ...args, at }));
}
