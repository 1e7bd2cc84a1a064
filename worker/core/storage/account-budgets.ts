import { eq, sql } from "drizzle-orm";
import type { ACCOUNT_LIMIT_PERIODS } from "#core/domain/gateway/budgets.ts";
import { findAccountRoute } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { type Read, rowsOf, writeAndRead } from "./read.ts";
import { accountLimits } from "./schema/accounts.ts";

export interface AccountBudget {
  period: (typeof ACCOUNT_LIMIT_PERIODS)[number];
  /** Micro-dollars, 0 or more. */
  micros: number;
}

/** The most that all keys of the account together may spend, shortest period first. */
export const listAccountBudgets = (db: Database, accountId: number): Read<AccountBudget[]> =>
  rowsOf(
    db,
    db
      .select({ period: accountLimits.period, micros: accountLimits.micros })
      .from(accountLimits)
      .where(eq(accountLimits.accountId, accountId))
      .orderBy(accountLimits.period),
  );

/**
 * Replaces the budgets of the audit entry's account, and records the entry if that changes anything.
 * @param read what the response needs, read in the same transaction.
 */
export async function setAccountBudgetsOf<Value>(
  db: Database,
  audit: AuditEntry,
  { budgets, read }: { budgets: readonly AccountBudget[]; read: Read<Value> },
): Promise<{ after: Value; route: string | null }> {
  const { accountId } = audit;
  const wanted = JSON.stringify(budgets.map(({ period, micros }) => [period, micros]).sort());
  const present = sql`SELECT json_group_array(json_array(period, micros))
    FROM (SELECT period, micros FROM account_limits WHERE account_id = ${accountId} ORDER BY period)`;
  const writes = [
    auditIf(db, audit, sql`(${present}) <> ${wanted}`),
    db.run(sql`DELETE FROM account_limits WHERE account_id = ${accountId}`),
    db.run(sql`INSERT INTO account_limits (account_id, period, micros)
      SELECT ${accountId}, value->>0, value->>1 FROM json_each(${wanted})`),
  ];
  const [after, route] = (await writeAndRead(db, writes, [read, findAccountRoute(db, accountId)])).values;
  return { after, route };
}
