import { integer, sqliteTable } from "drizzle-orm/sqlite-core";

/** One row, which the health check writes to see whether the database can. */
export const healthProbe = sqliteTable("health_probe", {
  one: integer("one").primaryKey(),
  /** Time of the last write, epoch ms. */
  at: integer("at").notNull(),
});
