import { createHash } from "node:crypto";
import type { Database } from "#core/storage/database.ts";

/** Every table with all its rows, and the schema. */
export async function databaseContents({ $client }: Database): Promise<Record<string, string>> {
  const schema = await $client.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name");
  const names = schema.rows.filter(({ type }) => type === "table").map(({ name }) => String(name));
  const hash = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");
  const found: Record<string, string> = { schema: hash(schema.rows.map(({ name, type }) => [type, name])) };
  for (const name of names) {
    const { rows } = await $client.execute(`SELECT * FROM "${name}"`);
    found[name] = hash(rows.map((row) => JSON.stringify(Object.values(row))).sort());
  }
  return found;
}
