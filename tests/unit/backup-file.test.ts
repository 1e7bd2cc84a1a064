import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { contentsOf, differencesOf } from "#scripts/database/backup-contents.ts";
import { Checksum, END_MARK, endOf } from "#scripts/database/backup-file.ts";
import { runs } from "#tests/support/tier.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "latchkey-backup-file-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const withChecksum = (text: string) => text + endOf(createHash("sha256").update(text).digest("hex"));

/** Whether a text matches that arrives in chunks of these sizes, and then as a whole. */
function matches(text: string, sizes: readonly number[]) {
  const checksum = new Checksum();
  let rest = Buffer.from(text);
  for (const size of sizes) {
    checksum.add(rest.subarray(0, size));
    rest = rest.subarray(size);
  }
  checksum.add(rest);
  return checksum.matches();
}

const sizes = fc.array(fc.nat(120));

it("accepts a text with its checksum, and no other text of the same length, however it arrives", () => {
  const property = fc.property(
    fc.string({ minLength: 1, unit: "binary" }),
    sizes,
    fc.nat(),
    (text, chunks, at) => {
      const whole = Buffer.from(withChecksum(text));
      expect(matches(whole.toString(), chunks)).toBe(true);
      const changed = Buffer.from(whole);
      const position = at % Buffer.byteLength(text);
      changed[position] = (changed[position] ?? 0) ^ 1;
      const checksum = new Checksum();
      checksum.add(changed);
      expect(checksum.matches()).toBe(false);
    },
  );
  fc.assert(property, { numRuns: runs(500) });
});

it("refuses a text that has no checksum at its end", () => {
  const property = fc.property(fc.string({ unit: "binary" }), sizes, (text, chunks) => {
    expect(matches(`${text}\n${END_MARK}\n`, chunks)).toBe(false);
    expect(matches(`${withChecksum(text)}--\n`, chunks)).toBe(false);
  });
  fc.assert(property, { numRuns: runs(500) });
});

async function contents(name: string, lines: readonly string[]) {
  const file = join(folder, `${name}.sql.gz`);
  writeFileSync(
    file,
    gzipSync(["PRAGMA foreign_keys=OFF;", "BEGIN TRANSACTION;", ...lines, "COMMIT;", ""].join("\n")),
  );
  return await contentsOf(file);
}

const SCHEMA = ["CREATE TABLE IF NOT EXISTS `a` (id);", "CREATE TABLE IF NOT EXISTS b (id);"];
const ROWS = ["INSERT INTO a VALUES(1);", "INSERT INTO a VALUES(2);", 'INSERT INTO "b" VALUES(3);'];
const OF_RESTORE = [
  "INSERT INTO sqlite_sequence VALUES('a',1000002);",
  "INSERT INTO restore_progress VALUES('x',1);",
];

it("names each table whose rows were lost, added or changed, and a schema that differs", async () => {
  const whole = await contents("whole", [...SCHEMA, ...ROWS]);
  const found = async (name: string, lines: readonly string[]) =>
    differencesOf(whole, await contents(name, lines));
  expect(await found("same", [...SCHEMA.toReversed(), ...ROWS, ...OF_RESTORE])).toEqual([]);
  expect(await found("lost", [...SCHEMA, ...ROWS.slice(1)])).toEqual([
    "a: rows in the backup: 2, restored: 1.",
  ]);
  expect(await found("gone", [...SCHEMA, ...ROWS.slice(0, 2)])).toEqual([
    "b: rows in the backup: 1, restored: 0.",
  ]);
  expect(await found("added", [...SCHEMA, ...ROWS, "INSERT INTO c VALUES(4);"])).toEqual([
    "c: rows in the backup: 0, restored: 1.",
  ]);
  const changed = ROWS.map((row) => row.replace("(2)", "(5)"));
  expect(await found("changed", [...SCHEMA, ...changed])).toEqual([
    "a: the rows differ from those of the backup.",
  ]);
  expect(await found("schema", [...SCHEMA.slice(1), ...ROWS])).toEqual([
    "The schema differs from that of the backup.",
  ]);
});
