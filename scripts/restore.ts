import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { databaseFault, openDatabase } from "#core/storage/database.ts";
import { runDatabaseCommand } from "./database/database-command.ts";
import { finishRestore, patiently, restore } from "./database/restore.ts";

const count = (figure: number) => figure.toLocaleString("en-US");

/** Progress of a restore, with the time left at the pace of this run. */
function progressLine() {
  const started = Date.now();
  let first: number | null = null;
  return (done: number, all: number) => {
    first ??= done;
    const seconds = (Date.now() - started) / 1000;
    const left = done > first ? Math.ceil((seconds * (all - done)) / (done - first)) : null;
    const rest = left === null ? "" : `, about ${left} s left`;
    return `${count(done)} of ${count(all)} statements${rest}`;
  };
}

// The client leaves an unhandled rejection behind when a transaction fails.
process.on("unhandledRejection", (error) => {
  if (databaseFault(error) === null) throw error;
});

await runDatabaseCommand("restore", { path: "from" }, async ({ config, file, progress }) => {
  const line = progressLine();
  await progress.step(`Restored from ${file}`, (say) =>
    restore(config, file, (done, all) => say(line(done, all))),
  );
  const { ok, checked, problems } = await progress.step("Ledger verified", () =>
    patiently(() => verifyLedger(openDatabase(config))),
  );
  if (!ok) throw new Error(`The ledger does not add up: ${JSON.stringify(problems)}`);
  await finishRestore(config);
  console.log(`${checked.transfers} transfers of ${checked.accounts} accounts add up.`);
});
