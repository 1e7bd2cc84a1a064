import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How far each source of imported usage has been read, by its own ids. */
export const usageImports = sqliteTable("usage_imports", {
  /** Names the source, e.g. the host of a Supabase project. */
  source: text("source").primaryKey(),
  /** Everything visible up to here has been read once. */
  head: integer("head").notNull(),
  /** Everything up to here has been read again, long after `head` had passed it. */
  tail: integer("tail").notNull(),
});

/** `head` had come so far at that moment, epoch ms, or before it; only the last hour's are kept. */
export const usageImportMarks = sqliteTable(
  "usage_import_marks",
  {
    source: text("source").notNull(),
    at: integer("at").notNull(),
    head: integer("head").notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.at] })],
);

/** Rows of the source that could not be taken in; asked for again now and then. */
export const usageImportSetAside = sqliteTable(
  "usage_import_set_aside",
  {
    source: text("source").notNull(),
    /** The source's id of the row. */
    sourceId: integer("source_id").notNull(),
    /** `no_account`, `in_the_future`, or the name of the column that holds nothing usable. */
    reason: text("reason").notNull(),
    /** Epoch ms. */
    triedAt: integer("tried_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.sourceId] }),
    index("usage_import_set_aside_due").on(table.source, table.triedAt),
  ],
);
