import { integer, sqliteTable } from "drizzle-orm/sqlite-core";

/** One row, which the health check writes to see whether the database can. */
export const healthProbe = sqliteTable("health_probe", {
  one: integer("one").primaryKey(),
  /** When it was last written, epoch ms. */
  at: integer("at").notNull(),
});
