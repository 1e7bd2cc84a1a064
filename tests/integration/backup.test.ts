import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountName, OPERATOR_CREDIT } from "#core/domain/ledger.ts";
import { ensureAccount } from "#core/services/accounts/ensure-account.ts";
import type { Account } from "#core/services/context.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import type { Database } from "#core/storage/database.ts";
import { transferOnce } from "#core/storage/ledger.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { databaseContents } from "#tests/support/database-contents.ts";
import { scrapeOf } from "#tests/support/prometheus.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { type BackupDatabases, startBackupDatabases } from "./backup-databases.ts";
import { clock, newSecrets } from "./keys/key-shop.ts";

const NAME = "O'Hara; “quoted”\r\nEND;\n-- not a comment";
const keySecrets = newSecrets();

let databases: BackupDatabases;
let source: TestDatabase;
let account: Account;
let file: string;
beforeAll(async () => {
  databases = await startBackupDatabases(keySecrets);
  ({ source, account } = databases);
  file = join(databases.folder, "backup.sql.gz");
  await source.db.$client.execute({ sql: "UPDATE api_keys SET name = ? WHERE id = 1", args: [NAME] });
  await rollUpUsage({ db: source.db, clock, requestId: "test" });
  // As retention leaves it eventually: the highest number is no longer in the table.
  await source.db.$client.execute("DELETE FROM api_usage WHERE id = (SELECT max(id) FROM api_usage)");
});
afterAll(() => databases.stop());

function run(
  script: "backup" | "restore",
  url: string,
  option: string,
): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env.PATH, LIBSQL_URL: url };
  return new Promise((done) => {
    execFile(process.execPath, [`scripts/${script}.ts`, ...option.split(" ")], { env }, (error, out, err) =>
      done({ code: error === null ? 0 : 1, output: out + err }),
    );
  });
}

const grant = (micros: number) =>
  writeBatch(source.db, [
    transferOnce(source.db, {
      ...{ debit: OPERATOR_CREDIT, credit: accountName(account.id), kind: "grant", micros },
      ...{ source: crypto.randomUUID(), at: Date.now() },
    }),
  ]);

it("restores a lost database: every row, every assigned number, and the schema with its triggers", async () => {
  const saved = await run("backup", source.url, `--to ${file}`);
  expect(saved).toMatchObject({ code: 0 });
  const target = await databases.startEmpty();
  const restored = await run("restore", target.url, `--from ${file}`);
  expect(restored.output).toMatch(/Ledger verified/);
  expect(restored.code).toBe(0);
  const [before, after] = await Promise.all([source, target].map(({ db }) => databaseContents(db)));
  const { sqlite_sequence: numbers } = before ?? {};
  expect({ ...after, sqlite_sequence: numbers }).toEqual(before);

  const insert = `INSERT INTO api_usage (account_id, key_id, endpoint_id, timestamp, request_id, status_code,
    response_time, cost_micros, tokens_in, tokens_out) SELECT account_id, key_id, endpoint_id, timestamp, 'after-' || id,
    status_code, response_time, cost_micros, tokens_in, tokens_out FROM api_usage LIMIT 50`;
  await target.db.$client.execute(insert);
  await rollUpUsage({ db: target.db, clock, requestId: "test" });
  const last = "SELECT (SELECT seq FROM sqlite_sequence WHERE name = 'api_usage') AS id";
  const given = Number((await source.db.$client.execute(last)).rows[0]?.id);
  const { rows } = await target.db.$client.execute("SELECT last_id FROM rollup_state");
  expect(rows[0]?.last_id).toBe(given + 50);
  const deletion = target.db.$client.execute("DELETE FROM ledger_transfers");
  await expect(deletion).rejects.toThrow();
});

it("never reuses the number of an account, a key or a price list that was created after the backup and lost", async () => {
  const target = await databases.startEmpty();
  const own = join(databases.folder, "numbers.sql.gz");
  expect(await run("backup", source.url, `--to ${own}`)).toMatchObject({ code: 0 });
  expect(await run("restore", target.url, `--from ${own}`)).toMatchObject({ code: 0 });
  const numbers = async ({ $client }: Database) => {
    const query =
      "SELECT name, seq FROM sqlite_sequence WHERE name IN ('accounts', 'api_keys', 'api_usage', 'price_lists')";
    return new Map((await $client.execute(query)).rows.map(({ name, seq }) => [name, Number(seq)]));
  };
  const [before, after] = [await numbers(source.db), await numbers(target.db)];
  const skipped = [...before].map(([name, seq]) => [name, (after.get(name) ?? 0) - seq]);
  expect(Object.fromEntries(skipped)).toEqual({
    ...{ accounts: 1_000_000, api_keys: 1_000_000, price_lists: 1_000_000 },
    api_usage: 0,
  });
  const next = await ensureAccount(
    { db: target.db, clock, requestId: "test" },
    { userId: crypto.randomUUID(), email: "next@example.com" },
  );
  expect(next.id).toBeGreaterThan(1_000_000);
});

it("is a single snapshot while the service keeps running: its ledger adds up", async () => {
  let over = false;
  const busy = (async () => {
    for (let micros = 1; !over; micros += 1) await grant(micros);
  })();
  const beside = join(databases.folder, "beside.sql.gz");
  const saved = await run("backup", source.url, `--to ${beside}`);
  over = true;
  await busy;
  expect(saved.code).toBe(0);
  const target = await databases.startEmpty();
  expect(await run("restore", target.url, `--from ${beside}`)).toMatchObject({ code: 0 });
});

it("refuses a database that is not empty, and changes nothing in it", async () => {
  const before = await databaseContents(source.db);
  const { code, output } = await run("restore", source.url, `--from ${file}`);
  expect([code, output]).toEqual([1, expect.stringContaining("The database is not empty.")]);
  expect(await databaseContents(source.db)).toEqual(before);
});

it("refuses an incomplete file before it writes anything", async () => {
  const sql = gunzipSync(readFileSync(file));
  const half = join(databases.folder, "half.sql.gz");
  writeFileSync(half, gzipSync(sql.subarray(0, sql.length / 2)));
  const cut = join(databases.folder, "cut.sql.gz");
  writeFileSync(cut, readFileSync(file).subarray(0, 20_000));
  const target = await databases.startEmpty();
  expect((await run("restore", target.url, `--from ${half}`)).output).toContain("is not whole");
  expect((await run("restore", target.url, `--from ${cut}`)).output).toContain("cannot be read");
  expect((await run("restore", target.url, `--from ${join(databases.folder, "none.gz")}`)).output).toContain(
    "cannot be read",
  );
  expect(Object.keys(await databaseContents(target.db))).toEqual(["schema"]);
});

it("keeps the newest backups of a folder, deletes no other file, and reports the last one as metrics", async () => {
  const folder = join(databases.folder, "daily");
  mkdirSync(folder);
  const [oldest, older] = ["latchkey-2026-01-01T03-00-00Z.sql.gz", "latchkey-2026-01-02T03-00-00Z.sql.gz"];
  for (const name of [oldest, older, "latchkey-2026-01-01.sql.gz", "notes.txt"])
    writeFileSync(join(folder, name), "");
  const metrics = join(databases.folder, "latchkey.prom");
  const started = Date.now();
  const saved = await run("backup", source.url, `--to ${folder} --keep 2 --metrics ${metrics}`);
  expect(saved).toEqual({ code: 0, output: expect.stringContaining(`Deleted ${oldest}`) });
  const left = readdirSync(folder).toSorted();
  expect(left).toEqual([
    ...["latchkey-2026-01-01.sql.gz", older],
    expect.stringMatching(/^latchkey-[\dT-]{19}Z\.sql\.gz$/),
    "notes.txt",
  ]);
  const { value } = scrapeOf(readFileSync(metrics, "utf8"));
  expect(value("latchkey_backup_size_bytes")).toBe(statSync(join(folder, left[2] ?? "")).size);
  const time = value("latchkey_backup_last_success_timestamp_seconds") ?? 0;
  expect([time * 1000 >= started, time * 1000 <= Date.now()]).toEqual([true, true]);
});

it("deletes nothing when the backup fails or the options are wrong", async () => {
  const folder = join(databases.folder, "kept");
  mkdirSync(folder);
  const names = [1, 2, 3].map((day) => `latchkey-2026-01-0${day}T03-00-00Z.sql.gz`);
  for (const name of names) writeFileSync(join(folder, name), "");
  const metrics = join(databases.folder, "failed.prom");
  const away = await run("backup", "http://127.0.0.1:9", `--to ${folder} --keep 1 --metrics ${metrics}`);
  expect([away.code, existsSync(metrics)]).toEqual([1, false]);
  for (const keep of ["0", "all"]) {
    const { code, output } = await run("backup", source.url, `--to ${folder} --keep=${keep}`);
    expect([code, output]).toEqual([1, expect.stringContaining("--keep must be a whole number")]);
  }
  const into = await run("backup", source.url, `--to ${join(folder, "one.sql.gz")} --keep 1`);
  expect([into.code, into.output]).toEqual([1, expect.stringContaining("--keep needs a folder that exists")]);
  expect(readdirSync(folder).filter((name) => !name.endsWith(".part"))).toEqual(names);
});

it("leaves no file behind when the database does not respond", async () => {
  const nowhere = join(databases.folder, "nowhere.sql.gz");
  expect(await run("backup", "http://127.0.0.1:9", `--to ${nowhere}`)).toMatchObject({ code: 1 });
  expect(existsSync(nowhere)).toBe(false);
  expect((await run("backup", source.url, "--from x")).output).toContain("--from");
});
