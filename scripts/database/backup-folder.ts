import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS, isoTime } from "#core/domain/time.ts";

/** Named after the second in which the backup began, so that names sort by age. */
const NAME = /^latchkey-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.sql\.gz$/;
const PARTIAL = ".part";
/** No backup takes longer. */
const ABANDONED_MS = DAY_MS;

const nameAt = (time: number) => `latchkey-${isoTime(time).slice(0, 19).replaceAll(":", "-")}Z.sql.gz`;

export const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();

/** The path of a backup that begins at `time` (epoch ms). */
export const newBackupIn = (folder: string, time: number) => join(folder, nameAt(time));

/** When the backup of this name began, epoch ms; null for any other name. */
export function backupTime(name: string): number | null {
  const [, date, hour, minute, second] = NAME.exec(name) ?? [];
  const time = Date.parse(`${date}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? null : time;
}

/** Names of the complete backups in a folder, oldest first. */
const backupsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => backupTime(name) !== null)
    .toSorted();

/** @throws Error when the folder has no backup that was named automatically. */
export function latestBackupIn(folder: string): string {
  const name = backupsIn(folder).at(-1);
  if (name === undefined) throw new Error(`${folder} has no backup named like ${nameAt(0)}.`);
  return join(folder, name);
}

/**
 * Deletes all but the newest `keep` backups, and partial files that an interrupted backup left more than a day before
 * `now` (epoch ms). Files of any other name stay. @returns the deleted names.
 */
export function removeOldBackups(folder: string, keep: number, now: number): string[] {
  const abandoned = readdirSync(folder).filter((name) => {
    const time = name.endsWith(PARTIAL) ? backupTime(name.slice(0, -PARTIAL.length)) : null;
    return time !== null && time < now - ABANDONED_MS;
  });
  const removed = [...backupsIn(folder).slice(0, -keep), ...abandoned];
  for (const name of removed) rmSync(join(folder, name));
  return removed;
}
