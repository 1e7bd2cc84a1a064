import { renameSync, writeFileSync } from "node:fs";
import { gauge, metricsText } from "#core/domain/metrics-text.ts";
import { backUp } from "./database/backup.ts";
import { isFolder, newBackupIn, removeOldBackups } from "./database/backup-folder.ts";
import { runDatabaseCommand } from "./database/database-command.ts";

const options = { path: "to", others: ["keep", "metrics"] } as const;

await runDatabaseCommand(
  "backup",
  options,
  async ({ config, file: to, options: { keep, metrics }, progress }) => {
    const started = Date.now();
    const count = keep === undefined ? null : countOf(keep, to);
    const file = isFolder(to) ? newBackupIn(to, started) : to;
    const bytes = await progress.step(`Saved to ${file}`, (say) =>
      backUp(config, file, (megabytes) => say(`${megabytes} MB read`)),
    );
    if (count !== null)
      for (const name of removeOldBackups(to, count, started)) console.log(`Deleted ${name}`);
    if (metrics !== undefined) writeMetrics(metrics, { started, bytes });
  },
);

/** Checked before the backup, so that a mistake shows at once. */
function countOf(keep: string, to: string): number {
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw new Error("--keep must be a whole number from 1 to 9999.");
  if (!isFolder(to)) throw new Error(`--keep needs a folder that exists in --to; ${to} is none.`);
  return Number(keep);
}

/** Replaces the file in one step, because node_exporter may read it at any time. */
function writeMetrics(file: string, { started, bytes }: { started: number; bytes: number }): void {
  const text = metricsText([
    gauge("backup_last_success_timestamp_seconds", "When the last successful backup began.", [
      { value: started / 1000 },
    ]),
    gauge("backup_size_bytes", "The size of its file.", [{ value: bytes }]),
  ]);
  writeFileSync(`${file}.part`, text);
  renameSync(`${file}.part`, file);
}
