import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import {
  backupTime,
  latestBackupIn,
  newBackupIn,
  removeOldBackups,
} from "#scripts/database/backup-folder.ts";

const NOW = Date.UTC(2026, 10, 22, 3, 0, 7);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "latchkey-backups-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const daily = (days: number) => basename(newBackupIn(folder, NOW - days * DAY_MS));
const fill = (names: readonly string[]) => {
  for (const name of names) writeFileSync(join(folder, name), "");
};

/** Names that look alike, and were chosen by someone. */
const OTHERS = [
  "latchkey-2026-01-01.sql.gz",
  "latchkey-2026-01-01T03-00-00Z.sql.gz.part.txt",
  "latchkey-2026-01-01T03-00-00Z.sql",
  "latchkey-2026-01-01T03-00-00Z.sql.gz.sha256",
  "old-latchkey-2026-01-01T03-00-00Z.sql.gz",
  "latchkey-2026-13-01T03-00-00Z.sql.gz",
  "latchkey-before-migration.sql.gz",
  "notes.txt",
];

it("names a backup after the second in which it began", () => {
  expect(newBackupIn("backups", NOW)).toBe(join("backups", "latchkey-2026-11-22T03-00-07Z.sql.gz"));
  expect(backupTime("latchkey-2026-11-22T03-00-07Z.sql.gz")).toBe(NOW);
  expect(OTHERS.map(backupTime)).toEqual(OTHERS.map(() => null));
});

it("keeps the newest backups, and every file that it did not name", () => {
  fill([...OTHERS, ...[3, 0, 4, 1, 2].map(daily)]);
  expect(removeOldBackups(folder, 2, NOW)).toEqual([4, 3, 2].map(daily));
  expect(readdirSync(folder).toSorted()).toEqual([...OTHERS, daily(1), daily(0)].toSorted());
  expect(removeOldBackups(folder, 14, NOW)).toEqual([]);
});

it("deletes what an interrupted backup left, but not what another one may still be writing", () => {
  const at = (ms: number) => `${basename(newBackupIn(folder, NOW - ms))}.part`;
  fill([at(25 * HOUR_MS), at(HOUR_MS), "mine.part"]);
  expect(removeOldBackups(folder, 1, NOW)).toEqual([at(25 * HOUR_MS)]);
  expect(readdirSync(folder).toSorted()).toEqual([at(HOUR_MS), "mine.part"].toSorted());
});

it("finds the newest backup, and says when there is none", () => {
  fill(OTHERS);
  expect(() => latestBackupIn(folder)).toThrow(`${folder} has no backup named like latchkey-1970`);
  fill([2, 1].map(daily));
  expect(latestBackupIn(folder)).toBe(join(folder, daily(1)));
});
