import { DAY_MS } from "#core/domain/ranges.ts";
import type { Database } from "#core/storage/database.ts";
import { type DayCost, ledgerPlan, type SeedTransfer } from "./ledger-plan.ts";
import { seedPrefix } from "./usage-rows.ts";

const INSERT = `INSERT INTO ledger_transfers (debit, credit, micros, kind, source, created_at)
  SELECT value->>'debit', value->>'credit', value->>'micros', value->>'kind', value->>'source', value->>'createdAt'
  FROM json_each(?1) WHERE true ORDER BY key
  ON CONFLICT (source) DO NOTHING`;

/** Stores transfers in their order, in one statement; those whose source is known change nothing. */
export async function insertTransfers(db: Database, transfers: readonly SeedTransfer[]): Promise<void> {
  await db.$client.execute({ sql: INSERT, args: [JSON.stringify(transfers)] });
}

/** Pays for the account's seeded usage, day by day, out of payments made in time. */
export async function seedLedger(
  db: Database,
  accountId: number,
  { opened, now }: { opened: number; now: number },
): Promise<void> {
  await insertTransfers(db, ledgerPlan(accountId, await seededDays(db, accountId), { opened, now }));
}

async function seededDays(db: Database, accountId: number): Promise<DayCost[]> {
  const { rows } = await db.$client.execute({
    sql: `SELECT timestamp / ${DAY_MS} AS day, sum(cost_micros) AS micros FROM api_usage
      WHERE account_id = ?1 AND substr(request_id, 1, length(?2)) = ?2 GROUP BY day ORDER BY day`,
    args: [accountId, seedPrefix(accountId)],
  });
  return rows.map(({ day, micros }) => ({ day: Number(day), micros: Number(micros) }));
}
