import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";

/** Resolves when the database answers a query. */
export async function ping(db: Database): Promise<void> {
  await db.run(sql`SELECT 1`);
}
