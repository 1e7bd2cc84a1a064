import { sql } from "drizzle-orm";
import type { Budget } from "#core/domain/gateway/budgets.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { type ChangedKeyInUse, changeAndRead } from "./key-changes.ts";

/** Replaces the budgets of the audit entry's subject unless it is revoked. */
export function setBudgetsOf(
  db: Database,
  audit: AuditEntry,
  budgets: readonly Budget[],
): Promise<ChangedKeyInUse> {
  const { accountId, subject: publicId, at } = audit;
  const wanted = JSON.stringify(budgets.map(({ period, micros }) => [period, micros]).sort());
  const key = sql`SELECT id FROM api_keys
    WHERE account_id = ${accountId} AND public_id = ${publicId} AND status = 'active'`;
  const present = sql`SELECT json_group_array(json_array(period, micros))
    FROM (SELECT period, micros FROM key_budgets WHERE key_id = (${key}) ORDER BY period)`;
  const writes = [
    auditIf(db, audit, sql`EXISTS (${key}) AND (${present}) <> ${wanted}`),
    db.run(sql`DELETE FROM key_budgets WHERE key_id = (${key})`),
    db.run(sql`INSERT INTO key_budgets (key_id, period, micros)
      SELECT key.id, value->>0, value->>1 FROM (${key}) AS key CROSS JOIN json_each(${wanted})`),
  ];
  return changeAndRead(db, writes, { accountId, publicId, at });
}
