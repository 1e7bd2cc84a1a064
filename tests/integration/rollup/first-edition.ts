import { readFileSync } from "node:fs";
import type { Database } from "#core/storage/database.ts";
import { writeBatch } from "#core/storage/write-batch.ts";

const TEXT = readFileSync(new URL("first-edition-rollup.sql", import.meta.url), "utf8");
const STATEMENTS = TEXT.replace(/^--.*\n/, "")
  .split(/;\n+/)
  .filter(Boolean);

/** A chunk of the roll-up as the workers of the first edition run it: they know neither tokens nor models nor plans. */
export async function rollChunkAsBefore(db: Database, limit: number): Promise<number> {
  const results = await writeBatch(
    db,
    STATEMENTS.map((sql) => (sql.includes("?1") ? { sql, args: [limit] } : sql)),
  );
  return Number(results.at(-2)?.rows[0]?.counted);
}
