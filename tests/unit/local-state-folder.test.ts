import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { claimStateFolder, emptyStateFolder, VERSION_FILE } from "#scripts/local/state-folder.ts";
import { LOCK_FILE } from "#scripts/local/state-lock.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const versionIn = (folder: string) => readFileSync(join(folder, VERSION_FILE), "utf8");

/** A folder as a stack left it, marked with `version`. */
function folderWithState(version: string | null): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "stripe"));
  writeFileSync(join(folder, "secrets.json"), "{}");
  if (version !== null) writeFileSync(join(folder, VERSION_FILE), version);
  return folder;
}

it("marks a folder without state, and accepts it from then on", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, LOCK_FILE), "1");
  claimStateFolder(folder);
  const version = versionIn(folder);
  expect(Number(version)).toBeGreaterThan(0);
  writeFileSync(join(folder, "secrets.json"), "{}");
  claimStateFolder(folder);
  expect(versionIn(folder)).toBe(version);
});

it.each([
  ["an earlier", "without a version", null],
  ["an earlier", "of version 0", "0\n"],
  ["an earlier", "whose version was cut off while it was written", ""],
  ["a later", "of version 999", "999\n"],
])("refuses state from %s version: a folder %s", (writer, _, version) => {
  const folder = folderWithState(version);
  const before = readdirSync(folder);
  expect(() => claimStateFolder(folder)).toThrow(
    `The state in ${folder} was written by ${writer} version of Latchkey, and this version can't read it. Run npm start -- --fresh to delete it`,
  );
  expect(readdirSync(folder)).toEqual(before);
  if (version !== null) expect(versionIn(folder)).toBe(version);
});

it("accepts a folder of another version once it has been emptied", () => {
  const folder = folderWithState("999\n");
  emptyStateFolder(folder);
  expect(readdirSync(folder)).toEqual([]);
  claimStateFolder(folder);
  expect(readdirSync(folder)).toEqual([VERSION_FILE]);
});
