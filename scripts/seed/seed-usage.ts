import type { UsageRow } from "#core/domain/usage.ts";
import type { Database } from "#core/storage/database.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { lastSeedId, type UsagePlan, usageRows } from "./usage-rows.ts";

export interface UsageSeed extends UsagePlan {
  /** Called now and then with the rows stored so far. */
  onProgress?: (rows: number) => void;
}

const ROWS_A_STEP = 4000;

/**
 * Stores the plan's usage. Once its last row is stored, repeating it at any time changes nothing.
 * @returns how many rows were new.
 */
export async function seedUsage(db: Database, { onProgress, ...plan }: UsageSeed): Promise<number> {
  if (await isSeeded(db, plan)) return 0;
  let added = 0;
  let seen = 0;
  const store = async (rows: UsageRow[]) => {
    added += await insertUsage(db, rows);
    seen += rows.length;
    onProgress?.(seen);
  };
  let step: UsageRow[] = [];
  for (const row of usageRows(plan)) {
    step.push(row);
    if (step.length < ROWS_A_STEP) continue;
    await store(step);
    step = [];
  }
  await store(step);
  return added;
}

/** Resumes an interrupted seed. A finished one is left alone, whatever its size. */
async function isSeeded(db: Database, { accountId }: UsagePlan): Promise<boolean> {
  const sql = "SELECT 1 FROM api_usage WHERE request_id = ?1";
  return (await db.$client.execute({ sql, args: [lastSeedId(accountId)] })).rows.length > 0;
}
