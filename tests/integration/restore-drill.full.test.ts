import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { backUp } from "#scripts/database/backup.ts";
import { newBackupIn } from "#scripts/database/backup-folder.ts";
import { restore } from "#scripts/database/restore.ts";
import { survivors, treeOf } from "#tests/support/processes.ts";
import { type BackupDatabases, startBackupDatabases } from "./backup-databases.ts";
import { clock, newSecrets } from "./keys/key-shop.ts";

/** Each drill restores them. */
const USAGE_ROWS = 1_500;

let databases: BackupDatabases;
/** The only place below which a drill may leave anything. */
let scratch: string;
let file: string;
beforeAll(async () => {
  databases = await startBackupDatabases(newSecrets(), USAGE_ROWS);
  scratch = join(databases.folder, "scratch");
  mkdirSync(scratch);
  await rollUpUsage({ db: databases.source.db, clock, requestId: "test" });
  file = await backUpAs("good.sql.gz");
});
afterAll(() => databases.stop());

async function backUpAs(name: string): Promise<string> {
  const path = join(databases.folder, name);
  await backUp({ url: databases.source.url }, path, () => {});
  return path;
}

/** Runs the command until it exits. @param started receives the process. */
function drill(args: readonly string[], started = (_: ChildProcess) => {}) {
  const env = { PATH: process.env.PATH, TMPDIR: scratch };
  const child = spawn(process.execPath, ["scripts/restore-drill.ts", ...args], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  started(child);
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, output })),
  );
}

async function expectFailure(path: string, message: string | RegExp): Promise<void> {
  const { code, output } = await drill([path]);
  expect([code, output]).toEqual([1, expect.stringMatching(message)]);
  expect(output).toContain("FAIL: ");
  expect(output).not.toContain("PASS");
  expect(readdirSync(scratch)).toEqual([]);
}

it("a good backup passes, with its figures, and leaves nothing behind", async () => {
  const { code, output } = await drill([file]);
  expect([code, output]).toEqual([0, expect.stringMatching(/^PASS in [\d.]+ s$/m)]);
  const { rows } = await databases.source.db.$client.execute(
    "SELECT (SELECT count(*) FROM ledger_transfers) AS transfers, (SELECT max(timestamp) FROM api_usage) AS newest",
  );
  expect(output).toContain(`${Number(rows[0]?.transfers).toLocaleString("en-US")} transfers add up`);
  expect(output).toContain(`Newest usage row: ${new Date(Number(rows[0]?.newest)).toISOString()}`);
  expect(output).toMatch(/ and [1-9][\d,]* buckets of the roll-up equal their usage rows/);
  expect(readdirSync(scratch)).toEqual([]);
});

it("takes the newest backup of a folder", async () => {
  const folder = join(databases.folder, "folder");
  mkdirSync(folder);
  writeFileSync(newBackupIn(folder, Date.UTC(2026, 0, 1)), "damaged");
  const newest = newBackupIn(folder, Date.UTC(2026, 0, 2));
  writeFileSync(newest, readFileSync(file));
  const { code, output } = await drill([folder, "--days", "1"]);
  expect([code, output]).toEqual([0, expect.stringContaining(`Restoring ${newest} `)]);
});

it("fails for a truncated backup", async () => {
  const sql = gunzipSync(readFileSync(file));
  const half = join(databases.folder, "half.sql.gz");
  writeFileSync(half, gzipSync(sql.subarray(0, sql.length / 2)));
  const cut = join(databases.folder, "cut.sql.gz");
  writeFileSync(cut, readFileSync(file).subarray(0, 20_000));
  await expectFailure(half, "half.sql.gz is not whole: the backup was interrupted.");
  await expectFailure(cut, "cut.sql.gz cannot be read.");
  await expectFailure(join(databases.folder, "none.sql.gz"), "none.sql.gz cannot be read.");
});

it("fails for a backup that was changed after it was written, and so does a restore", async () => {
  const changed = join(databases.folder, "changed.sql.gz");
  const sql = gunzipSync(readFileSync(file)).toString();
  expect(sql).toContain("backup@example.com");
  writeFileSync(changed, gzipSync(sql.replace("backup@example.com", "backup@example.org")));
  const message = "was changed or damaged after it was written: its checksum doesn't match.";
  await expectFailure(changed, message);
  // It is known before anything is written.
  await expect(restore({ url: "http://127.0.0.1:9" }, changed, () => {})).rejects.toThrow(message);
});

it("fails for a whole backup whose ledger does not add up", async () => {
  const { $client } = databases.source.db;
  const [by, back] = ["micros = micros + 1", "micros = micros - 1"];
  const balance = (change: string) => `UPDATE ledger_balances SET ${change} WHERE account = 'stripe:usd'`;
  await $client.execute(balance(by));
  const unequal = await backUpAs("unequal.sql.gz");
  await $client.execute(balance(back));
  await expectFailure(unequal, /The ledger does not add up\. .*stripe:usd is -\d+/);
});

it("fails for a whole backup whose roll-up is wrong", async () => {
  const { $client } = databases.source.db;
  const row = "WHERE id = (SELECT id FROM api_usage ORDER BY timestamp DESC LIMIT 1)";
  await $client.execute(`UPDATE api_usage SET cost_micros = cost_micros + 1 ${row}`);
  const wrong = await backUpAs("wrong.sql.gz");
  await $client.execute(`UPDATE api_usage SET cost_micros = cost_micros - 1 ${row}`);
  await expectFailure(wrong, /The roll-up differs from the usage rows in \d+ of \d+ buckets\./);
});

it("leaves nothing behind when it is stopped, and refuses a wrong call", async () => {
  let tree: number[] = [];
  const { code, output } = await drill([file], (child) => {
    const stop = () => {
      tree = treeOf(child.pid ?? 0);
      if (tree.length === 1) return void setTimeout(stop, 20);
      child.kill("SIGTERM");
    };
    stop();
  });
  expect([code, output]).toEqual([1, expect.not.stringContaining("PASS")]);
  expect(tree.length).toBeGreaterThan(1);
  expect(await survivors(tree, 30_000)).toEqual([]);
  expect(readdirSync(scratch)).toEqual([]);
  expect((await drill([])).output).toContain("Usage: npm run restore-drill");
  expect((await drill([file, "--days", "0"])).output).toContain("--days must be a whole number");
});
