import type { ResultSet } from "@libsql/client/web";
import { z } from "zod";
import { Tally } from "#core/domain/tally.ts";
import type { Database } from "./database.ts";
import { writeBatch } from "./write-batch.ts";

const ROWS_PER_CALL = 500;
/** Tables with tallies, and their primary keys. */
const TABLES = {
  hourly_usage: ["hour", "account_id", "key_id", "endpoint_id", "model_id", "unit", "member_id"],
  hourly_series: ["hour", "account_id"],
  daily_series: ["account_id", "day", "key_id", "member_id"],
};

const looseRow = z.object({ id: z.string(), requests: z.number(), tally: z.string() });

/** Rows whose tallies are too long, of each table; `when`: a condition. */
export const findLoose = (when = "true") =>
  Object.entries(TABLES).map(
    ([table, key]) => `SELECT json_array(${key.join(", ")}) AS id, requests, tally
      FROM ${table} INDEXED BY ${table}_loose WHERE length(tally) > 256 + 2 * packed AND ${when} LIMIT ${ROWS_PER_CALL}`,
  );
const PACK = Object.entries(TABLES).map(([table, key]) => packSql(table, key));

/** Shortens tallies that merging has made long; safe at any time. @returns the number of long rows found. */
export const packTallies = async (db: Database): Promise<number> =>
  packFound(db, await db.$client.batch(findLoose(), "read"));

/** As `packTallies`, of the rows that `findLoose` has found. */
export async function packFound(db: Database, found: readonly ResultSet[]): Promise<number> {
  const rows = found.map((result) => z.array(looseRow).parse(result.rows));
  const loose = rows.flat().length;
  if (loose === 0) return 0;
  await writeBatch(
    db,
    PACK.map((sql, at) => ({ sql, args: [JSON.stringify(rows[at]?.map(packed))] })),
  );
  return loose;
}

const packed = ({ id, requests, tally }: z.infer<typeof looseRow>) => [
  JSON.parse(id),
  requests,
  new Tally().add(tally).toText(),
];

/** Every merge raises `requests`, so an equal count means an equal tally. */
function packSql(table: string, key: readonly string[]): string {
  const same = key.map((column, at) => `${column} = new.value->0->>${at}`).join(" AND ");
  return `UPDATE ${table} SET tally = new.value->>2, packed = length(new.value->>2)
    FROM json_each(?1) AS new WHERE ${same} AND requests = new.value->>1`;
}
