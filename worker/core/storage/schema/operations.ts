import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { RECONCILIATION_STAGES } from "#core/domain/reconciliation.ts";

export const healthProbe = sqliteTable("health_probe", {
  one: integer("one").primaryKey(),
  at: integer("at").notNull(),
});

export const cronSteps = sqliteTable("cron_steps", {
  name: text("name").primaryKey(),
  requestId: text("request_id").notNull(),
  startedAt: integer("started_at").notNull(),
  duration: integer("duration").notNull(),
  error: text("error"),
  succeededAt: integer("succeeded_at"),
  report: text("report").notNull(),
  /** JSON; null for workers that did not record their build. */
  build: text("build"),
});

/** One row: how far the comparison with the payment provider has come. */
export const reconciliation = sqliteTable("reconciliation", {
  one: integer("one").primaryKey(),
  startedAt: integer("started_at").notNull(),
  /** Null when none is under way. */
  stage: text("stage", { enum: RECONCILIATION_STAGES }),
  /** Where the stage goes on: the provider's id; null at its beginning. */
  after: text("after"),
  /** JSON of what was found so far. */
  found: text("found").notNull(),
  /** JSON of what the last whole comparison found; null before the first one. */
  last: text("last"),
});
