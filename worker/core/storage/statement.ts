import type { InValue, ResultSet } from "@libsql/client/web";
import type { z } from "zod";
import type { Database } from "./database.ts";

/** SQL with the shape of the rows that it returns. Also one of `writeBatch`'s, whose result `rowsOf` reads. */
export interface Statement<Row> {
  sql: string;
  args: Record<string, InValue>;
  rowsOf: (result: ResultSet | undefined) => Row[];
  all: (db: Database) => Promise<Row[]>;
  /** The first row; null without any. */
  first: (db: Database) => Promise<Row | null>;
}

/**
 * For CTEs, JSON and conditions, which the query builder would hide.
 * @param args by the names that `sql` has as `:name`.
 * @throws ZodError from reading when a row has another shape, which is a fault of the statement.
 */
export function statement<Row>(
  sql: string,
  args: Record<string, InValue>,
  row: z.ZodType<Row>,
): Statement<Row> {
  const rowsOf = (result: ResultSet | undefined) => result?.rows.map((each) => row.parse(each)) ?? [];
  const all = async (db: Database) => rowsOf(await db.$client.execute({ sql, args }));
  return { sql, args, rowsOf, all, first: async (db) => (await all(db))[0] ?? null };
}
