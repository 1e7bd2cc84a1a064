import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS } from "#core/domain/time.ts";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { rebuildRollup } from "#core/services/rollup/rebuild-rollup.ts";
import { type Database, type DatabaseConfig, openDatabase } from "#core/storage/database.ts";
import { freePorts } from "../local/free-port.ts";
import type { Progress } from "../local/progress.ts";
import { sqldCommand, waitForSqld } from "../local/sqld.ts";
import { backUp } from "./backup.ts";
import { contentsOf, differencesOf } from "./backup-contents.ts";
import { finishRestore, restore } from "./restore.ts";

const PROBLEMS_SHOWN = 5;
const NEWEST = `SELECT (SELECT max(timestamp) FROM api_usage) AS usage, (SELECT max(created_at) FROM ledger_transfers) AS transfer,
  (SELECT retired_before FROM usage_retention WHERE name = 'usage') AS retiredBefore`;

export interface DrillReport {
  rows: number;
  tables: number;
  transfers: number;
  /** Hours and days of the roll-up that were compared. */
  buckets: number;
  /** Times of the newest usage row and the newest transfer, epoch ms; null without any. */
  newestUsage: number | null;
  newestTransfer: number | null;
}

interface Drill {
  file: string;
  /** How many of the last days of usage to compare with the roll-up. */
  days: number;
  progress: Progress;
}

/**
 * Restores a backup into a database of its own, which is deleted afterwards, and checks the result.
 * @throws Error saying what is wrong with the backup, or why the drill could not run.
 */
export async function runDrill({ file, days, progress }: Drill): Promise<DrillReport> {
  return await withScratchDatabase(async (config, folder) => {
    await progress.step("Restored", (say) =>
      restore(config, file, (done, all) => say(`${done} of ${all} statements`)),
    );
    await finishRestore(config);
    const { tables } = await progress.step("Every row compared", () => compareRows(config, file, folder));
    const db = openDatabase(config);
    const transfers = await progress.step("Ledger verified", () => checkLedger(db));
    const newest = await readNewest(db);
    const buckets = await progress.step("Roll-up compared", () => checkRollup(db, newest, days));
    const rows = [...tables.values()].reduce((sum, table) => sum + table.rows, 0);
    const [newestUsage, newestTransfer] = [newest.usage, newest.transfer];
    return { rows, tables: tables.size, transfers, buckets, newestUsage, newestTransfer };
  });
}

/** Removes the database and its folder however the work, or the process, ends. */
async function withScratchDatabase<Result>(
  work: (config: DatabaseConfig, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-drill-"));
  let server: ChildProcess | undefined;
  const remove = () => {
    server?.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once("exit", remove);
  try {
    const [port = 0] = await freePorts(1);
    const { command, args, env } = sqldCommand({ port, folder: join(folder, "data") });
    server = spawn(command, args, { stdio: "ignore", env: { ...process.env, ...env } });
    const url = `http://127.0.0.1:${port}`;
    await waitForSqld(url, server);
    return await work({ url }, folder);
  } finally {
    await ended(server);
    remove();
    process.off("exit", remove);
  }
}

const ended = (server: ChildProcess | undefined) =>
  new Promise<void>((resolve) => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return resolve();
    server.once("exit", () => resolve());
    server.kill("SIGKILL");
  });

/** Dumps the restored database and compares it with the backup. @returns the backup's contents. */
async function compareRows(config: DatabaseConfig, file: string, folder: string) {
  const again = join(folder, "again.sql.gz");
  await backUp(config, again, () => {});
  const expected = await contentsOf(file);
  const differences = differencesOf(expected, await contentsOf(again));
  if (differences.length > 0) throw new Error(`The restored rows aren't the backup's. ${shown(differences)}`);
  return expected;
}

async function checkLedger(db: Database): Promise<number> {
  const { ok, checked, problems } = await verifyLedger(db);
  const named = problems.map(({ rule, subject, detail }) => `${rule}: ${subject} ${detail}.`);
  if (!ok) throw new Error(`The ledger does not add up. ${shown(named)}`);
  return checked.transfers;
}

const numberOrNull = (value: unknown) => (value === null ? null : Number(value));

async function readNewest({ $client }: Database) {
  const { rows } = await $client.execute(NEWEST);
  return {
    usage: numberOrNull(rows[0]?.usage),
    transfer: numberOrNull(rows[0]?.transfer),
    retiredBefore: Number(rows[0]?.retiredBefore),
  };
}

/** @returns the number of buckets that were compared. */
async function checkRollup(
  db: Database,
  { usage, retiredBefore }: { usage: number | null; retiredBefore: number },
  days: number,
): Promise<number> {
  if (usage === null) return 0;
  const lastDay = Math.floor(usage / DAY_MS);
  const firstDay = Math.max(lastDay - days + 1, Math.ceil(retiredBefore / DAY_MS));
  if (firstDay > lastDay) return 0;
  const ctx = { db, clock: { now: () => Date.now() }, requestId: "restore-drill" };
  const { buckets, differed } = await rebuildRollup(ctx, { firstDay, lastDay, dryRun: true });
  if (differed > 0)
    throw new Error(`The roll-up differs from the usage rows in ${differed} of ${buckets} buckets.`);
  return buckets;
}

function shown(sentences: readonly string[]): string {
  const more = sentences.length - PROBLEMS_SHOWN;
  return [...sentences.slice(0, PROBLEMS_SHOWN), ...(more > 0 ? [`${more} more.`] : [])].join(" ");
}
