import { z } from "zod";
import { Tally } from "#core/domain/tally.ts";
import type { Database } from "./database.ts";
import { writeBatch } from "./write-batch.ts";

const ROWS_PER_CALL = 500;
const SERIES = [
  { table: "hourly_series", bucket: "hour" },
  { table: "daily_series", bucket: "day" },
] as const;

const looseRow = z.object({
  account: z.number(),
  key: z.number(),
  bucket: z.number(),
  requests: z.number(),
  tally: z.string(),
});

/** Shortens tallies that merging has made long; safe at any time. @returns the number of long rows found. */
export async function packTallies(db: Database): Promise<number> {
  let packed = 0;
  for (const { table, bucket } of SERIES) {
    const { rows } = await db.$client.execute(
      `SELECT account_id AS account, key_id AS key, ${bucket} AS bucket, requests, tally
       FROM ${table} INDEXED BY ${table}_loose WHERE length(tally) > 256 + 2 * packed LIMIT ${ROWS_PER_CALL}`,
    );
    if (rows.length === 0) continue;
    const loose = z.array(looseRow).parse(rows);
    const values = loose.map((row) => [row.account, row.key, row.bucket, row.requests, pack(row.tally)]);
    await writeBatch(db, [{ sql: packSql(table, bucket), args: [JSON.stringify(values)] }]);
    packed += rows.length;
  }
  return packed;
}

const pack = (tally: string) => new Tally().add(tally).toText();

/** Every merge raises `requests`, so an equal count means an equal tally. */
const packSql = (table: string, bucket: string) => `UPDATE ${table}
  SET tally = new.value->>4, packed = length(new.value->>4)
  FROM json_each(?1) AS new
  WHERE account_id = new.value->>0 AND key_id = new.value->>1 AND ${bucket} = new.value->>2
    AND requests = new.value->>3`;
