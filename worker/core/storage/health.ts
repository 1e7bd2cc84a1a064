import { asc, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "./database.ts";
import { type Read, rowsOf } from "./read.ts";
import { WATERMARK } from "./rollup.ts";
import { cronSteps, healthProbe } from "./schema/operations.ts";
import { statement } from "./statement.ts";
import { writeBatch } from "./write-batch.ts";

export async function ping(db: Database): Promise<void> {
  await db.run(sql`SELECT 1`);
}

/** At most one write in this time, because every write adds to the database's log. */
const PROBE_AGE_MS = 4_000;

/** Resolves when the database can write: overwrites one row unless another call just did. */
export async function probeWrite(db: Database, now: number): Promise<void> {
  const setWhere = sql`${healthProbe.at} NOT BETWEEN ${now - PROBE_AGE_MS} AND ${now}`;
  const { at, one: target } = healthProbe;
  const row = db.insert(healthProbe).values({ one: 1, at: now });
  await writeBatch(db, [
    row.onConflictDoUpdate({ target, set: { at: sql`excluded.${sql.identifier(at.name)}` }, setWhere }),
  ]);
}

const MAX_COUNTED = 100_000;
const PENDING = `SELECT count(*) AS rows, min(timestamp) AS oldest
  FROM (SELECT timestamp FROM api_usage WHERE id > ${WATERMARK} ORDER BY id LIMIT ${MAX_COUNTED})`;
const pending = z.object({ rows: z.number(), oldest: z.number().nullable() });

/** The number of usage rows not rolled up yet (at most 100,000) and their earliest timestamp, epoch ms. */
export const readPending = (db: Database): Read<z.infer<typeof pending>> =>
  statement(PENDING, [], pending).only(db);

export type CronStepRow = typeof cronSteps.$inferSelect;
export type CronStepRun = Omit<CronStepRow, "succeededAt">;

/** Replaces the steps of the previous run; a failed step keeps the time of its last success. */
export async function storeCronSteps(db: Database, steps: CronStepRun[]): Promise<void> {
  const names = JSON.stringify(steps.map(({ name }) => name));
  await writeBatch(db, [
    db.run(sql`DELETE FROM ${cronSteps} WHERE name NOT IN (SELECT value FROM json_each(${names}))`),
    ...steps.map((step) =>
      db
        .insert(cronSteps)
        .values({ ...step, succeededAt: step.error === null ? step.startedAt : null })
        .onConflictDoUpdate({
          target: cronSteps.name,
          set: {
            requestId: sql`excluded.request_id`,
            startedAt: sql`excluded.started_at`,
            duration: sql`excluded.duration`,
            error: sql`excluded.error`,
            succeededAt: sql`iif(excluded.error IS NOT NULL, ${cronSteps.succeededAt}, excluded.succeeded_at)`,
            report: sql`excluded.report`,
            build: sql`excluded.build`,
          },
        }),
    ),
  ]);
}

export const readCronSteps = (db: Database): Read<CronStepRow[]> =>
  rowsOf(db, db.select().from(cronSteps).orderBy(asc(cronSteps.startedAt), asc(cronSteps.name)));
