import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "#core/storage/database.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { migrateDatabase } from "#scripts/local/migrate-database.ts";
import { startSqld } from "#scripts/local/sqld.ts";
import { cpuMs } from "./cpu-time.ts";

export interface BenchDatabase {
  db: Database;
  url: string;
  /** CPU milliseconds that the server has used so far; null if the system does not report it. */
  cpu: () => number | null;
}

/**
 * Lends a libSQL server of its own, in a temporary folder, and takes it away afterwards; migrated, unless it is to be
 * `empty`.
 */
export async function withDatabase<Result>(
  work: (database: BenchDatabase) => Promise<Result>,
  { empty = false } = {},
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-bench-"));
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error("no free port");
  const { url, child } = await startSqld({ port, folder: join(folder, "data") });
  const stop = () => child.kill("SIGKILL");
  process.once("exit", stop);
  try {
    if (!empty) await migrateDatabase({ url });
    return await work({ url, db: openDatabase({ url }), cpu: () => cpuMs(child.pid) });
  } finally {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    stop();
    await ended;
    process.off("exit", stop);
    rmSync(folder, { recursive: true, force: true });
  }
}
