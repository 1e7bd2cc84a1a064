import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Connection, SqlitePostgresTranslationResult } from "@supabase/lite";

const SQL = join(import.meta.dirname, "../../../supabase/api_usage.sql");
/** Lite has no privileges; its row-level security keeps the other roles out. */
const PRIVILEGES = /^(grant|revoke) .*;$/gm;

/** The operator's table as the hosted project has it, in SQLite's words, with what row-level security holds for. */
export async function readUsageTable(connection: Pick<Connection, "translateDdl">) {
  const sql = readFileSync(SQL, "utf8").replaceAll(PRIVILEGES, "");
  // The result of a SQLite connection; Lite's types cover any database, so they promise less.
  const { ddl, rls } = (await connection.translateDdl(sql)) as SqlitePostgresTranslationResult;
  return { ddl, rls: { tables: [...(rls?.tables ?? [])], policies: rls?.policies ?? [] } };
}
