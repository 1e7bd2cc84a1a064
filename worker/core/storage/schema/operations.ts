import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

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
