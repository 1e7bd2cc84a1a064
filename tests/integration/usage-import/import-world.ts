import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { UsageSource } from "#core/ports.ts";
import { type ImportOptions, importUsage } from "#core/services/usage-import/import-usage.ts";
import type { Database } from "#core/storage/database.ts";
import { whileBusy } from "#core/storage/write-batch.ts";
import { PATIENCE_MS } from "#tests/support/limits.ts";
import { startTestSupabase } from "#tests/support/local-supabase.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import { createSupabaseUsage } from "#worker/adapters/supabase-usage.ts";

export const NOW = Date.parse("2026-05-28T18:37:12.345Z");

type Value = string | number | null;
export type Columns = Record<string, Value>;

/** A real Supabase with the operator's table beside a real database, and a clock to set. */
export async function startImportWorld() {
  const [supabase, database] = await Promise.all([startTestSupabase(), startPatientDatabase()]);
  const table = new DatabaseSync(join(supabase.folder, "supabase.db"));
  table.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
  const clock = { time: NOW, now: () => clock.time };
  const newSource = () =>
    createSupabaseUsage({
      supabaseUrl: supabase.url,
      secretKey: supabase.secretKey,
      timeoutMs: PATIENCE_MS,
    });
  // A run that died in mid-transaction may still hold the lock for a moment.
  const query = async (sql: string, ...args: Value[]) =>
    (await whileBusy(() => database.db.$client.execute({ sql, args }))).rows.map((row) => ({ ...row }));
  return {
    supabase,
    database,
    table,
    clock,
    newSource,
    query,
    /** Makes rows visible, as their transactions commit: with their IDs, in any order. */
    write(...rows: Columns[]) {
      for (const row of rows) {
        const all = { timestamp: new Date(clock.time).toISOString(), ...DEFAULTS, ...row };
        const names = Object.keys(all).join(", ");
        const places = Object.keys(all).map(() => "?");
        table.prepare(`INSERT INTO api_usage (${names}) VALUES (${places})`).run(...Object.values(all));
      }
    },
    run: (options: ImportOptions = {}, db: Database = database.db, source: UsageSource = newSource()) =>
      importUsage({ db, clock, requestId: "test", source }, options),
    requestIds: async () =>
      (await query("SELECT request_id FROM api_usage ORDER BY request_id")).map((row) => row.request_id),
    /** An empty world again; IDs start over. */
    async clear() {
      table.exec("DELETE FROM api_usage");
      const tables = ["usage_imports", "usage_import_marks", "usage_import_set_aside", "api_usage"];
      const emptied = tables.map((name) => `DELETE FROM ${name}`);
      await whileBusy(() => database.db.$client.batch(emptied, "write"));
    },
    async stop() {
      table.close();
      await Promise.all([supabase.stop(), database.stop()]);
    },
  };
}
export type ImportWorld = Awaited<ReturnType<typeof startImportWorld>>;

const DEFAULTS: Columns = { endpoint: "/v1/models", status_code: 200, response_time: 10 };

export const newUserId = () => crypto.randomUUID();
