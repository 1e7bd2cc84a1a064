import type { Database } from "./database.ts";
import { CLAIM, CLEAR, COUNT, DAILY_FEEDS, HOURLY_FEEDS, STAGE } from "./rollup-sql.ts";
import { writeBatch } from "./write-batch.ts";

/**
 * Rolls up the next rows of `api_usage` by arrival id, at most `limit`, in one transaction and one round trip.
 * Whatever fails or repeats, a row is counted once: the watermark moves in the same transaction as the sums.
 * @returns how many rows it covered; fewer than `limit` means that it has caught up.
 */
export async function rollChunk(db: Database, limit: number): Promise<number> {
  const results = await writeBatch(db, [
    { sql: CLAIM, args: [limit] },
    STAGE,
    ...HOURLY_FEEDS,
    ...DAILY_FEEDS,
    COUNT,
    CLEAR,
  ]);
  return Number(results.at(-2)?.rows[0]?.counted ?? 0);
}
