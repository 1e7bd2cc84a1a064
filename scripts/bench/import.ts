import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { UsageSource } from "#core/ports.ts";
import { type ImportOptions, importUsage } from "#core/services/usage-import/import-usage.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { startSupabase } from "#scripts/local/supabase/index.ts";
import { createSupabaseUsage } from "#worker/adapters/supabase-usage.ts";
import { type BenchDatabase, withDatabase } from "./bench-database.ts";
import { median, ratio, type Sample, sample } from "./measure.ts";
import { printReport } from "./report.ts";
import { NOW } from "./usage-load.ts";

const ROWS = 50_000;
const USERS = 20;
const PAGE_ROWS = 1000;
const ROUNDS = 3;
const WITHOUT_LIMIT: ImportOptions = { maxPages: Number.POSITIVE_INFINITY, maxMs: Number.POSITIVE_INFINITY };

/** The import of a Supabase table against merely reading the same pages. */
export async function importBench(): Promise<boolean> {
  return await withDatabase((database) => withTable((source) => measure(database, source)));
}

/** Provides the operator's filled table in a separate local Supabase, and removes it afterwards. */
async function withTable<Result>(work: (source: () => UsageSource) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-bench-"));
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error("no free port");
  const site = { siteUrl: "http://127.0.0.1:8787", sendMail: async () => {} };
  const supabase = await startSupabase({ port, folder, ...site });
  try {
    fill(join(folder, "supabase.db"));
    return await work(() =>
      createSupabaseUsage({ supabaseUrl: supabase.url, secretKey: supabase.secretKey }),
    );
  } finally {
    await supabase.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function fill(file: string): void {
  const database = new DatabaseSync(file);
  const users = Array.from({ length: USERS }, () => crypto.randomUUID());
  const insert =
    database.prepare(`INSERT INTO api_usage (request_id, user_id, timestamp, endpoint, status_code,
    response_time, cost, tokens_in, tokens_out) VALUES (?, ?, ?, '/v1/chat/completions', 200, ?, 0.0012, 300, 200)`);
  database.exec("BEGIN");
  for (let i = 0; i < ROWS; i++)
    insert.run(
      `bench_${i}`,
      users[i % USERS] ?? "",
      new Date(NOW - (ROWS - i) * 1000).toISOString(),
      i % 900,
    );
  database.exec("COMMIT");
  database.close();
}

/** The rivals take turns, so that a busy moment of the machine meets both. */
async function measure(database: BenchDatabase, source: () => UsageSource): Promise<boolean> {
  const plain: Sample[] = [];
  const imported: Sample[] = [];
  const repeated: Sample[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await empty(database);
    plain.push(await sample(database, () => readAll(source())));
    imported.push(await sample(database, () => importAll(database, source())));
    await database.db.$client.execute("UPDATE usage_imports SET head = 0, tail = 0");
    repeated.push(await sample(database, () => importAll(database, source())));
  }
  return report({ plain: median(plain), imported: median(imported), repeated: median(repeated) });
}

const empty = ({ db }: BenchDatabase) =>
  db.$client.batch(["DELETE FROM api_usage", "DELETE FROM usage_imports"], "write");

async function readAll(source: UsageSource): Promise<void> {
  let after = 0;
  for (let read = 0; read < ROWS; ) {
    const page = await source.page({ after, until: null, limit: PAGE_ROWS });
    read += page.length;
    after = page.at(-1)?.id ?? after;
  }
}

async function importAll({ db }: BenchDatabase, source: UsageSource): Promise<void> {
  const ctx = { db, clock: { now: () => NOW }, requestId: "bench", source };
  const { read } = await importUsage(ctx, WITHOUT_LIMIT);
  const [stored] = (await db.$client.execute("SELECT count(*) AS n FROM api_usage")).rows;
  if (read !== ROWS || stored?.n !== ROWS) throw new Error(`Of ${ROWS} rows, ${stored?.n} were imported.`);
}

function report({ plain, imported, repeated }: Record<"plain" | "imported" | "repeated", Sample>): boolean {
  const speed = ({ ms }: Sample) => `${Math.round((ROWS / ms) * 1000).toLocaleString("en-US")} rows/s`;
  return printReport(`import: ${ROWS.toLocaleString("en-US")} rows of ${USERS} users from a local Supabase`, [
    { what: `reading the pages of ${PAGE_ROWS.toLocaleString("en-US")}`, figure: speed(plain) },
    { what: "importing them", figure: speed(imported) },
    { what: "  time against reading", figure: ratio({ ...imported, cpu: null }, { ...plain, cpu: null }) },
    { what: "importing them again: all known", figure: speed(repeated) },
  ]);
}
