import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accountName, OPERATOR_CREDIT } from "#core/domain/ledger.ts";
import { ensureAccount } from "#core/services/accounts/ensure-account.ts";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import type { Database } from "#core/storage/database.ts";
import { transferOnce } from "#core/storage/ledger.ts";
import { moveMoney } from "#core/storage/move-money.ts";
import { backUp } from "#scripts/database/backup.ts";
import { runCommand } from "#scripts/run-command.ts";
import { withDatabase } from "./bench-database.ts";
import { loadUsage } from "./usage-load.ts";

const ROWS = Number(process.env.LATCHKEY_RESTORE_ROWS ?? 3_600_000);
const ACCOUNTS = 10;
const GRANTS = 20;
const CONTENTS = `SELECT count(*) AS rows, coalesce(sum(cost_micros), 0) AS cost, max(id) AS last,
  (SELECT count(*) FROM ledger_entries) AS entries, (SELECT sum(micros) FROM ledger_balances) AS balances FROM api_usage`;

async function seed(db: Database): Promise<void> {
  const clock = { now: () => Date.now() };
  for (let i = 0; i < ACCOUNTS; i += 1) {
    const email = `restore-${i}@example.com`;
    const { id } = await ensureAccount({ db, clock, requestId: "bench" }, { userId: email, email });
    const at = clock.now();
    const source = (n: number) => `restore:${i}:${n}`;
    const grants = Array.from({ length: GRANTS }, (_, n) => {
      const transfer = {
        debit: OPERATOR_CREDIT,
        credit: accountName(id),
        kind: "grant",
        micros: 1_000 + n,
      } as const;
      return transferOnce(db, { ...transfer, source: source(n), at });
    });
    await moveMoney(db, { accountId: id, sources: [source(0)], at }, grants, []);
  }
  await loadUsage(db, { rows: ROWS, accounts: ACCOUNTS });
}

const contentsOf = async ({ $client }: Database) => JSON.stringify((await $client.execute(CONTENTS)).rows[0]);

/** Backs up a database of millions of rows, restores it into a new one, and compares the two. */
export async function restoreBench(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-restore-"));
  const file = join(folder, "backup.sql.gz");
  const line = (what: string, ms: number) =>
    console.log(
      `${what}: ${(ms / 1000).toFixed(1)} s, ${(ms / 1000 / (ROWS / 1e6)).toFixed(1)} s per million rows`,
    );
  try {
    const before = await withDatabase(async ({ db, url }) => {
      await seed(db);
      const started = performance.now();
      await backUp({ url }, file, () => {});
      line("backed up", performance.now() - started);
      return contentsOf(db);
    });
    console.log(`file: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
    return await withDatabase(
      async ({ db, url }) => {
        const { code, output, seconds } = await runCommand("node", ["scripts/restore.ts", "--from", file], {
          env: { LIBSQL_URL: url },
        });
        console.log(output);
        line("restored", seconds * 1000);
        const { ok } = await verifyLedger(db);
        const equal = (await contentsOf(db)) === before;
        console.log(`rows, costs, numbers and ledger: ${equal ? "as before" : "NOT as before"}`);
        return code === 0 && ok && equal;
      },
      { empty: true },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
