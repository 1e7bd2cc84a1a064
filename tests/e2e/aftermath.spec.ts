import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { openDatabase } from "#core/storage/database.ts";
import { runOperator } from "#scripts/operator/run-operator.ts";
import { hasFullKey } from "#tests/support/full-keys.ts";
import { createKey, newFundedUser } from "./accounts.ts";
import { stack } from "./support.ts";

const folder = dirname(process.env.LATCHKEY_TEST_STACK ?? ".local/stack.json");
const db = openDatabase({ url: stack.libsql.url });

function filesIn(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(path, entry.name)) : entry.isFile() ? [join(path, entry.name)] : [],
  );
}

const quoted = (name: unknown) => `"${String(name).replaceAll('"', '""')}"`;

/** Every column of every table, as `table.column`, with the values in it that look like a key. */
async function columns(): Promise<{ name: string; suspects: string[] }[]> {
  const { rows } = await db.$client.execute(`SELECT m.name AS "table", c.name AS "column"
    FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table'`);
  return await Promise.all(
    rows.map(async ({ table, column }) => {
      const [from, what] = [quoted(table), quoted(column)];
      const found = await db.$client.execute(
        `SELECT ${what} AS text FROM ${from} WHERE ${what} GLOB '*lk_*'`,
      );
      return { name: `${table}.${column}`, suspects: found.rows.map(({ text }) => String(text)) };
    }),
  );
}

/** An object that is put away removes files of its database. What they held is then in another: all are read again. */
function filesWithFullKey(): string[] {
  try {
    return filesIn(folder).filter((file) => hasFullKey(readFileSync(file, "latin1")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return filesWithFullKey();
    throw error;
  }
}

test("after all tests, no log, email, database file or provider record contains a full API key", async () => {
  const key = await createKey(await newFundedUser("searched"), "Searched for");
  expect(hasFullKey(`a log line with ${key} in it`), "the search finds a key").toBe(true);
  const files = filesIn(folder);
  expect(files.filter((file) => file.endsWith(".log") && statSync(file).size > 0).length).toBeGreaterThan(0);
  expect(filesWithFullKey()).toEqual([]);
});

test("after all tests, no column of any table contains a full API key", async () => {
  const all = await columns();
  const named = (name: string) => all.find((column) => column.name === name);
  expect(named("api_keys.mask")?.suspects.length, "the search sees the keys' masks").toBeGreaterThan(0);
  expect(all.filter(({ suspects }) => suspects.some(hasFullKey)).map(({ name }) => name)).toEqual([]);
});

test("after all tests, the ledger adds up", async () => {
  const lines: string[] = [];
  const note = (line: string) => void lines.push(line);
  process.env.LIBSQL_URL = stack.libsql.url;
  const code = await runOperator(["verify"], { log: note, error: note });
  expect(lines.join("\n")).toContain("Everything adds up.");
  expect(code).toBe(0);
});
