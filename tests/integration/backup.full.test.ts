import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountName, OPERATOR_CREDIT } from "#core/domain/ledger.ts";
import { ensureAccount } from "#core/services/accounts/ensure-account.ts";
import type { Account } from "#core/services/context.ts";
import type { Database } from "#core/storage/database.ts";
import { databaseContents } from "#tests/support/database-contents.ts";
import { transferMoney } from "#tests/support/money.ts";
import { scrapeOf } from "#tests/support/prometheus.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { type BackupDatabases, makeHardToSave, runScript, startBackupDatabases } from "./backup-databases.ts";
import { clock, newSecrets } from "./keys/key-shop.ts";

const keySecrets = newSecrets();

let databases: BackupDatabases;
let source: TestDatabase;
let account: Account;
let file: string;
beforeAll(async () => {
  databases = await startBackupDatabases(keySecrets);
  ({ source, account } = databases);
  file = join(databases.folder, "backup.sql.gz");
  await makeHardToSave(source);
  await runScript("backup", source.url, `--to ${file}`);
});
afterAll(() => databases.stop());

const grant = (micros: number) =>
  transferMoney(source.db, {
    debit: OPERATOR_CREDIT,
    credit: accountName(account.id),
    kind: "grant",
    micros,
  });

it("never reuses the number of an account, a key or a price list that was created after the backup and lost", async () => {
  const target = await databases.startEmpty();
  const own = join(databases.folder, "numbers.sql.gz");
  expect(await runScript("backup", source.url, `--to ${own}`)).toMatchObject({ code: 0 });
  expect(await runScript("restore", target.url, `--from ${own}`)).toMatchObject({ code: 0 });
  const numbers = async ({ $client }: Database) => {
    const query =
      "SELECT name, seq FROM sqlite_sequence WHERE name IN ('accounts', 'api_keys', 'api_usage', 'price_lists')";
    return new Map((await $client.execute(query)).rows.map(({ name, seq }) => [name, Number(seq)]));
  };
  const [before, after] = [await numbers(source.db), await numbers(target.db)];
  const skipped = [...before].map(([name, seq]) => [name, (after.get(name) ?? 0) - seq]);
  expect(Object.fromEntries(skipped)).toEqual({
    accounts: 1_000_000,
    api_keys: 1_000_000,
    price_lists: 1_000_000,
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
  const saved = await runScript("backup", source.url, `--to ${beside}`);
  over = true;
  await busy;
  expect(saved.code).toBe(0);
  const target = await databases.startEmpty();
  expect(await runScript("restore", target.url, `--from ${beside}`)).toMatchObject({ code: 0 });
});

it("refuses a database that is not empty, and changes nothing in it", async () => {
  const before = await databaseContents(source.db);
  const { code, output } = await runScript("restore", source.url, `--from ${file}`);
  expect([code, output]).toEqual([1, expect.stringContaining("The database is not empty.")]);
  expect(await databaseContents(source.db)).toEqual(before);
});

it("keeps the newest backups of a folder, deletes no other file, and reports the last one as metrics", async () => {
  const folder = join(databases.folder, "daily");
  mkdirSync(folder);
  const [oldest, older] = ["latchkey-2026-01-01T03-00-00Z.sql.gz", "latchkey-2026-01-02T03-00-00Z.sql.gz"];
  for (const name of [oldest, older, "latchkey-2026-01-01.sql.gz", "notes.txt"])
    writeFileSync(join(folder, name), "");
  const metrics = join(databases.folder, "latchkey.prom");
  const started = Date.now();
  const saved = await runScript("backup", source.url, `--to ${folder} --keep 2 --metrics ${metrics}`);
  expect(saved).toEqual({ code: 0, output: expect.stringContaining(`Deleted ${oldest}`) });
  const left = readdirSync(folder).toSorted();
  expect(left).toEqual([
    "latchkey-2026-01-01.sql.gz",
    older,
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
  const away = await runScript(
    "backup",
    "http://127.0.0.1:9",
    `--to ${folder} --keep 1 --metrics ${metrics}`,
  );
  expect([away.code, existsSync(metrics)]).toEqual([1, false]);
  for (const keep of ["0", "all"]) {
    const { code, output } = await runScript("backup", source.url, `--to ${folder} --keep=${keep}`);
    expect([code, output]).toEqual([1, expect.stringContaining("--keep must be a whole number")]);
  }
  const into = await runScript("backup", source.url, `--to ${join(folder, "one.sql.gz")} --keep 1`);
  expect([into.code, into.output]).toEqual([1, expect.stringContaining("--keep needs a folder that exists")]);
  expect(readdirSync(folder).filter((name) => !name.endsWith(".part"))).toEqual(names);
});

it("leaves no file behind when the database does not respond", async () => {
  const nowhere = join(databases.folder, "nowhere.sql.gz");
  expect(await runScript("backup", "http://127.0.0.1:9", `--to ${nowhere}`)).toMatchObject({ code: 1 });
  expect(existsSync(nowhere)).toBe(false);
  expect((await runScript("backup", source.url, "--from x")).output).toContain("--from");
});
