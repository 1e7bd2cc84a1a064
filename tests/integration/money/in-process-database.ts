import { createClient } from "@libsql/client";
import { migrate } from "drizzle-orm/libsql/migrator";
import { drizzle } from "drizzle-orm/libsql/web";
import type { Database } from "#core/storage/database.ts";

/**
 * libSQL inside this process, with the real migrations: for tests that need thousands of transactions per
 * second.
 */
export async function openInProcessDatabase(): Promise<Database> {
  const db = drizzle(createClient({ url: ":memory:", intMode: "number" }));
  await migrate(db, { migrationsFolder: "migrations" });
  return db;
}
