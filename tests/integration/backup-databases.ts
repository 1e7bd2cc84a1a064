import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Account, KeySecrets } from "#core/services/context.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { ensurePrices } from "#scripts/local/example-prices.ts";
import { demoOpenedAt, seedDemo } from "#scripts/seed/seed-demo.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { clock, stock } from "./keys/key-shop.ts";

const USAGE_ROWS = 6_000;

export interface BackupDatabases {
  /** For backup files. */
  folder: string;
  source: TestDatabase;
  /** The account that owns the demo data in `source`. */
  account: Account;
  /** Starts an empty database to restore into. */
  startEmpty: () => Promise<TestDatabase>;
  stop: () => Promise<void>;
}

/** Starts a database with demo data and keys. */
export async function startBackupDatabases(
  keySecrets: KeySecrets,
  rows = USAGE_ROWS,
): Promise<BackupDatabases> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-backup-"));
  const source = await startTestDatabase();
  const started = [source];
  const createKey = async (owner: Account, name: string) => {
    const [key] = await stock(source.db, { keySecrets, account: owner, count: 1 });
    const id = key?.publicId ?? "";
    await source.db.$client.execute({
      sql: "UPDATE api_keys SET name = ? WHERE public_id = ?",
      args: [name, id],
    });
    return { id };
  };
  const owner = { userId: "backup", email: "backup@example.com" };
  const now = Date.now();
  await ensurePrices(source.db, demoOpenedAt(now));
  const account = await seedDemo(source.db, { ...owner, rows, now, createKey });
  await source.db.$client.execute({
    sql: "INSERT INTO key_refusals (account_id, hour, key_id, code, epoch, requests) VALUES (?, 1, 1, 'x', 'a', 7)",
    args: [account.id],
  });
  return {
    folder,
    source,
    account,
    async startEmpty() {
      const server = await startTestDatabase({ empty: true });
      started.push(server);
      return server;
    },
    async stop() {
      await Promise.all(started.map((server) => server.stop()));
      rmSync(folder, { recursive: true });
    },
  };
}

const NAME = "O'Hara; “quoted”\r\nEND;\n-- not a comment";

/** A name that is hard to quote, and as retention leaves it eventually, the highest number no longer in the table. */
export async function makeHardToSave({ db }: TestDatabase): Promise<void> {
  await db.$client.execute({ sql: "UPDATE api_keys SET name = ? WHERE id = 1", args: [NAME] });
  await db.$client.execute(`INSERT INTO api_usage (account_id, key_id, endpoint_id, timestamp, request_id, status_code,
    response_time, cost_micros, tokens_in, tokens_out) SELECT account_id, key_id, endpoint_id, timestamp, 'gone',
    status_code, response_time, 0, tokens_in, tokens_out FROM api_usage LIMIT 1`);
  await rollUpUsage({ db, clock, requestId: "test" });
  await db.$client.execute("DELETE FROM api_usage WHERE request_id = 'gone'");
}

/** The command, as an operator calls it. */
export function runScript(
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
