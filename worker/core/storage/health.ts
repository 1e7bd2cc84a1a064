import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "./database.ts";
import { WATERMARK } from "./rollup-sql.ts";
import { healthProbe } from "./schema/health.ts";
import { writeBatch } from "./write-batch.ts";

/** Resolves when the database answers a query. */
export async function ping(db: Database): Promise<void> {
  await db.run(sql`SELECT 1`);
}

/** At most one write in this time, however many calls there are: every write adds to the database's log. */
const PROBE_AGE_MS = 4_000;

/** Resolves when the database can write, by writing one row that is always the same, unless another call just did. */
export async function probeWrite(db: Database, now: number): Promise<void> {
  const setWhere = sql`${healthProbe.at} NOT BETWEEN ${now - PROBE_AGE_MS} AND ${now}`;
  const { at, one: target } = healthProbe;
  const row = db.insert(healthProbe).values({ one: 1, at: now });
  await writeBatch(db, [
    row.onConflictDoUpdate({ target, set: { at: sql`excluded.${sql.identifier(at.name)}` }, setWhere }),
  ]);
}

const MOST_COUNTED = 100_000;
const PENDING = `SELECT count(*) AS rows, min(timestamp) AS oldest
  FROM (SELECT timestamp FROM api_usage WHERE id > ${WATERMARK} ORDER BY id LIMIT ${MOST_COUNTED})`;
const pending = z.object({ rows: z.number(), oldest: z.number().nullable() });

/** The usage rows not rolled up yet: how many, up to 100,000, and the earliest timestamp among these, epoch ms. */
export async function readPending(db: Database): Promise<z.infer<typeof pending>> {
  const { rows } = await db.$client.execute(PENDING);
  return pending.parse(rows[0]);
}
