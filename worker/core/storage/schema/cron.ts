import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What each step of the cron worker did when it last ran, for the operator; a row a step, whatever the time. */
export const cronSteps = sqliteTable("cron_steps", {
  name: text("name").primaryKey(),
  /** The run's id, as in the worker's log. */
  requestId: text("request_id").notNull(),
  /** Epoch ms. */
  startedAt: integer("started_at").notNull(),
  /** Milliseconds. */
  duration: integer("duration").notNull(),
  /** Why it failed; null when it did not. */
  error: text("error"),
  /** The beginning of its last run that did not fail, epoch ms. */
  succeededAt: integer("succeeded_at"),
  /** JSON of what it says it did; `{}` when it failed. */
  report: text("report").notNull(),
  /** JSON of the build that ran it; null of a worker that did not record it. */
  build: text("build"),
});
