import { and, eq, sql } from "drizzle-orm";
import type { Budget } from "#core/domain/gateway/budgets.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { type ApiKeyRow, findKey } from "./keys.ts";
import { apiKeys, keyBudgets } from "./schema/accounts.ts";
import { writeBatch } from "./write-batch.ts";

export interface KeyBudget extends Budget {
  keyId: number;
}

export const listBudgetsOf = (db: Database, accountId: number): Promise<KeyBudget[]> =>
  db
    .select({ keyId: keyBudgets.keyId, period: keyBudgets.period, micros: keyBudgets.micros })
    .from(apiKeys)
    .innerJoin(keyBudgets, eq(keyBudgets.keyId, apiKeys.id))
    .where(and(eq(apiKeys.accountId, accountId), eq(apiKeys.status, "active")));

/** Replaces the budgets of the audit entry's subject unless it is revoked. @returns null for an unknown key. */
export async function setBudgetsOf(
  db: Database,
  audit: AuditEntry,
  budgets: readonly Budget[],
): Promise<ApiKeyRow | null> {
  const { accountId, subject } = audit;
  const wanted = JSON.stringify(budgets.map(({ period, micros }) => [period, micros]).sort());
  const key = sql`SELECT id FROM api_keys
    WHERE account_id = ${accountId} AND public_id = ${subject} AND status = 'active'`;
  const present = sql`SELECT json_group_array(json_array(period, micros))
    FROM (SELECT period, micros FROM key_budgets WHERE key_id = (${key}) ORDER BY period)`;
  await writeBatch(db, [
    auditIf(db, audit, sql`EXISTS (${key}) AND (${present}) <> ${wanted}`),
    db.run(sql`DELETE FROM key_budgets WHERE key_id = (${key})`),
    db.run(sql`INSERT INTO key_budgets (key_id, period, micros)
      SELECT key.id, value->>0, value->>1 FROM (${key}) AS key CROSS JOIN json_each(${wanted})`),
  ]);
  return await findKey(db, accountId, subject);
}
