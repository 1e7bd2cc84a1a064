import { z } from "zod";
import { BUDGET_PERIODS } from "#core/domain/gateway/budgets.ts";
import { accountName, USAGE_REVENUE } from "#core/domain/ledger.ts";
import { PAID_PLANS } from "#core/domain/plans.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import type { Database } from "./database.ts";
import { transferOnce } from "./ledger.ts";
import { LAST_USED, usageStatements } from "./usage.ts";
import { writeBatch } from "./write-batch.ts";

export interface UsageBatch {
  /** Names the batch: a repetition with the same rows changes nothing. */
  source: string;
  micros: number;
  rows: readonly UsageRow[];
}

const epochMs = z.int().nullable();

/** The state that decides whether an account's requests are admitted. */
export const gatewayAccount = z.object({
  balanceMicros: z.int(),
  plan: z
    .object({ type: z.enum(PAID_PLANS), validUntil: epochMs, requestsPerMonth: z.int().nullable() })
    .nullable(),
  keys: z.array(
    z.object({
      id: z.int(),
      lookup: z.string(),
      expiresAt: epochMs,
      disabledAt: epochMs,
      /** Null when no origin may use it, or for a state stored before this field. */
      allowedOrigins: z.array(z.string()).nullable().default(null),
    }),
  ),
  budgets: z.array(z.object({ keyId: z.int(), period: z.enum(BUDGET_PERIODS), micros: z.int() })),
});
export type GatewayAccount = z.infer<typeof gatewayAccount>;

const READ = `SELECT json_object(
  'balanceMicros', coalesce((SELECT micros FROM ledger_balances WHERE account = :ledger), 0),
  'plan', json((SELECT json_object('type', type, 'validUntil', valid_until, 'requestsPerMonth', requests_per_month)
    FROM subscriptions WHERE account_id = :account)),
  'keys', json((SELECT json_group_array(
      json_object('id', id, 'lookup', lookup, 'expiresAt', expires_at, 'disabledAt', disabled_at,
        'allowedOrigins', json(allowed_origins)))
    FROM api_keys WHERE account_id = :account AND status = 'active')),
  'budgets', json((SELECT json_group_array(json_object('keyId', key_id, 'period', period, 'micros', micros))
    FROM api_keys AS k CROSS JOIN key_budgets AS b ON b.key_id = k.id
    WHERE k.account_id = :account AND k.status = 'active'))) AS json`;

/** One transaction, so that the balance is the one directly after the batch, even for a repeated batch. */
export async function postAndRead(
  db: Database,
  accountId: number,
  { batch, at }: { batch: UsageBatch | null; at: number },
): Promise<GatewayAccount> {
  const read = { sql: READ, args: { account: accountId, ledger: accountName(accountId) } };
  const post = batch === null ? [] : postStatements(db, accountId, { batch, at });
  const results = await writeBatch(db, [...post, read]);
  return gatewayAccount.parse(JSON.parse(String(results.at(-1)?.rows[0]?.json)));
}

function postStatements(
  db: Database,
  accountId: number,
  { batch: { source, micros, rows }, at }: { batch: UsageBatch; at: number },
) {
  const [debit, credit] = [accountName(accountId), USAGE_REVENUE];
  const paid = micros > 0 ? [transferOnce(db, { debit, credit, micros, kind: "usage", source, at })] : [];
  const used = JSON.stringify([...lastUsed(rows)]);
  return [...paid, ...usageStatements(rows), { sql: LAST_USED, args: { used } }];
}

function lastUsed(rows: readonly UsageRow[]): Map<number, number> {
  const latest = new Map<number, number>();
  for (const { keyId, timestamp } of rows) latest.set(keyId, Math.max(timestamp, latest.get(keyId) ?? 0));
  return latest;
}

const OWNER = `SELECT id FROM accounts WHERE route = :route
  UNION ALL SELECT a.id FROM api_keys AS k JOIN accounts AS a ON a.id = k.account_id
    WHERE a.route IS NULL AND k.lookup IN (SELECT value FROM json_each(:lookups))
  LIMIT 1`;

/** The account with this route or, among accounts without a stored route, the one with a key of these lookups. */
export async function findAccountByRoute(
  db: Database,
  route: string,
  lookups: readonly string[],
): Promise<number | null> {
  const args = { route, lookups: JSON.stringify(lookups) };
  const { rows } = await db.$client.execute({ sql: OWNER, args });
  return rows[0] === undefined ? null : Number(rows[0].id);
}
