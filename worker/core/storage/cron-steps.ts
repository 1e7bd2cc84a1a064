import { asc, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { cronSteps } from "./schema/cron.ts";
import { writeBatch } from "./write-batch.ts";

export type CronStepRow = typeof cronSteps.$inferSelect;
/** A step's row as a run leaves it. */
export type CronStepRun = Omit<CronStepRow, "succeededAt">;

const failed = sql`excluded.error IS NOT NULL`;

/** Puts a run's steps in place of those of the run before; a failed step keeps the time of its last success. */
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
            succeededAt: sql`iif(${failed}, ${cronSteps.succeededAt}, excluded.succeeded_at)`,
            report: sql`excluded.report`,
            build: sql`excluded.build`,
          },
        }),
    ),
  ]);
}

/** The steps of the last run, in their order. */
export async function readCronSteps(db: Database): Promise<CronStepRow[]> {
  return await db.select().from(cronSteps).orderBy(asc(cronSteps.startedAt), asc(cronSteps.name));
}
