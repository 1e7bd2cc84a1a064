import { z } from "zod";
import type { BudgetLevel } from "#core/domain/notifications.ts";
import type { Database } from "./database.ts";
import { writeBatch } from "./write-batch.ts";

/** A budget that has come to a level in one of its periods. */
export interface BudgetNotice {
  keyId: number;
  period: string;
  /** The period's beginning and end, epoch ms. */
  from: number;
  to: number;
  level: BudgetLevel;
  budgetMicros: number;
  spentMicros: number;
}

/** Whoever was told that a budget is used up need not hear of its first 80 % any more. */
const NOTICES = `notice AS (SELECT value, 'budget_reached:' || (value->>'keyId') || ':' || (value->>'period') || ':'
    || (value->>'from') || ':' AS stem, value->>'level' AS level FROM json_each(:notices)),
  fresh AS (SELECT * FROM notice WHERE NOT EXISTS (SELECT 1 FROM notifications
    WHERE account_id = :account AND source IN (stem || level, stem || '100')))`;

const COUNT = `WITH ${NOTICES} SELECT count(*) AS fresh FROM fresh`;
const STORE = `INSERT INTO notifications (account_id, kind, source, data, created_at)
  WITH ${NOTICES}
  SELECT k.account_id, 'budget_reached', stem || level, json_object('key', k.public_id, 'name', k.name,
    'period', value->>'period', 'level', level, 'budget', value->>'budgetMicros', 'spent', value->>'spentMicros',
    'resets_at', value->>'to'), :at
  FROM fresh JOIN api_keys AS k ON k.id = value->>'keyId' AND k.account_id = :account
  WHERE true ON CONFLICT (account_id, source) DO NOTHING`;

const counted = z.object({ fresh: z.int() });

/** Stores those that the account was not told of yet; where there is none, nothing is written. */
export async function storeBudgetNotices(
  db: Database,
  account: number,
  { notices, at }: { notices: readonly BudgetNotice[]; at: number },
): Promise<void> {
  const args = { account, notices: JSON.stringify(notices) };
  const { rows } = await db.$client.execute({ sql: COUNT, args });
  if (counted.parse(rows[0]).fresh === 0) return;
  await writeBatch(db, [{ sql: STORE, args: { ...args, at } }]);
}
