import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "./database.ts";
import { WATERMARK } from "./rollup-sql.ts";

/** Resolves when the database answers a query. */
export async function ping(db: Database): Promise<void> {
  await db.run(sql`SELECT 1`);
}

const MOST_COUNTED = 100_000;
const PENDING = `SELECT count(*) AS rows, min(timestamp) AS oldest
  FROM (SELECT timestamp FROM api_usage WHERE id > ${WATERMARK} ORDER BY id LIMIT ${MOST_COUNTED})`;
const pending = z.object({ rows: z.number(), oldest: z.number().nullable() });

/** The usage rows not rolled up yet: how many, up to 100,000, and the earliest timestamp among these, epoch ms. */
export async function readPending(db: Database): Promise<z.infer<typeof pending>> {
  const { rows } = await db.$client.execute(PENDING);
  return pending.parse(rows[0]);
}
