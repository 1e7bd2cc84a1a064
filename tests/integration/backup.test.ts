import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { databaseContents } from "#tests/support/database-contents.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { type BackupDatabases, makeHardToSave, runScript, startBackupDatabases } from "./backup-databases.ts";
import { clock, newSecrets } from "./keys/key-shop.ts";

const keySecrets = newSecrets();

let databases: BackupDatabases;
let source: TestDatabase;
let file: string;
beforeAll(async () => {
  databases = await startBackupDatabases(keySecrets);
  ({ source } = databases);
  file = join(databases.folder, "backup.sql.gz");
  await makeHardToSave(source);
});
afterAll(() => databases.stop());

it("restores a lost database: every row, every assigned number, and the schema with its triggers", async () => {
  const saved = await runScript("backup", source.url, `--to ${file}`);
  expect(saved).toMatchObject({ code: 0 });
  const target = await databases.startEmpty();
  const restored = await runScript("restore", target.url, `--from ${file}`);
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

it("refuses an incomplete file before it writes anything", async () => {
  const sql = gunzipSync(readFileSync(file));
  const half = join(databases.folder, "half.sql.gz");
  writeFileSync(half, gzipSync(sql.subarray(0, sql.length / 2)));
  const cut = join(databases.folder, "cut.sql.gz");
  writeFileSync(cut, readFileSync(file).subarray(0, 20_000));
  const target = await databases.startEmpty();
  expect((await runScript("restore", target.url, `--from ${half}`)).output).toContain("is not whole");
  expect((await runScript("restore", target.url, `--from ${cut}`)).output).toContain("cannot be read");
  expect(
    (await runScript("restore", target.url, `--from ${join(databases.folder, "none.gz")}`)).output,
  ).toContain("cannot be read");
  expect(Object.keys(await databaseContents(target.db))).toEqual(["schema"]);
});
