import { fileURLToPath } from "node:url";
import { migrate } from "drizzle-orm/libsql/migrator";
import { type DatabaseConfig, openDatabase } from "#core/storage/database.ts";

const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url));

/** Brings a database to the newest schema; safe to repeat. */
export async function migrateDatabase(config: DatabaseConfig): Promise<void> {
  await migrate(openDatabase(config), { migrationsFolder: MIGRATIONS });
}
