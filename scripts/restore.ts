import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { openDatabase } from "#core/storage/database.ts";
import { runDatabaseCommand } from "./database/database-command.ts";
import { restore } from "./database/restore.ts";

await runDatabaseCommand("restore", "from", async ({ config, file, progress }) => {
  await progress.step(`Restored from ${file}`, (say) =>
    restore(config, file, (statements) => say(`${statements.toLocaleString("en-US")} statements`)),
  );
  const { ok, checked, problems } = await progress.step("Ledger verified", () =>
    verifyLedger(openDatabase(config)),
  );
  if (!ok) throw new Error(`The ledger does not add up: ${JSON.stringify(problems)}`);
  console.log(`${checked.transfers} transfers of ${checked.accounts} accounts add up.`);
});
