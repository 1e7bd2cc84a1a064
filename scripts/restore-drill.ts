import { parseArgs } from "node:util";
import { isoTime } from "#core/domain/time.ts";
import { databaseFault } from "#core/storage/database.ts";
import { isFolder, latestBackupIn } from "./database/backup-folder.ts";
import { type DrillReport, runDrill } from "./database/restore-drill.ts";
import { consoleProgress } from "./local/progress.ts";
import { usageOf } from "./usage.ts";

const DEFAULT_DAYS = "3";
const count = (figure: number) => figure.toLocaleString("en-US");
const timeOf = (time: number | null) => (time === null ? "none" : isoTime(time));

// The client leaves an unhandled rejection behind when a transaction fails.
process.on("unhandledRejection", (error) => {
  if (databaseFault(error) === null) throw error;
});
// The folder is removed when the process exits.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));
process.on("disconnect", () => process.exit(1));
process.channel?.unref();

try {
  const { file, days } = readArguments();
  console.log(`Restoring ${file} into a database of its own\n`);
  const started = performance.now();
  const report = await runDrill({ file, days, progress: consoleProgress() });
  console.log(`\nPASS in ${((performance.now() - started) / 1000).toFixed(1)} s\n${figuresOf(report)}`);
} catch (error) {
  console.error(`\nFAIL: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

function readArguments(): { file: string; days: number } {
  const options = { days: { type: "string", default: DEFAULT_DAYS } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0)
    throw new Error(`Name one backup.\n${usageOf("restore-drill")}`);
  if (!/^[1-9]\d{0,3}$/.test(values.days)) throw new Error("--days must be a whole number from 1 to 9999.");
  return { file: isFolder(path) ? latestBackupIn(path) : path, days: Number(values.days) };
}

function figuresOf({ rows, tables, transfers, buckets, newestUsage, newestTransfer }: DrillReport): string {
  return [
    `${count(rows)} rows in ${tables} tables are the same as in the backup.`,
    `${count(transfers)} transfers add up, and ${count(buckets)} buckets of the roll-up equal their usage rows.`,
    `Newest usage row: ${timeOf(newestUsage)}`,
    `Newest transfer: ${timeOf(newestTransfer)}`,
  ].join("\n");
}
