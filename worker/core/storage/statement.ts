import type { InArgs, InStatement, ResultSet } from "@libsql/client/web";
import { z } from "zod";
import type { Database } from "./database.ts";
import { Read } from "./read.ts";

/** SQL with the shape of the rows that it returns. Also one of `writeBatch`'s. */
interface ShapedStatement<Row> {
  sql: string;
  args: InArgs;
  /** The rows in its result, when it was part of a `writeBatch`. */
  rowsOf: (result: ResultSet | undefined) => Row[];
  all: (db: Database) => Read<Row[]>;
  /** The first row; null without any. */
  first: (db: Database) => Read<Row | null>;
  /** The row of a statement that always returns one. */
  only: (db: Database) => Read<Row>;
}

/**
 * For CTEs, JSON and conditions, which the query builder would hide.
 * @param args by the names or numbers that `sql` has for them.
 * @throws ZodError from reading when a row has another shape, which is a fault of the statement.
 */
export function statement<Schema extends z.ZodType>(
  sql: string,
  args: InArgs,
  row: Schema,
): ShapedStatement<z.output<Schema>> {
  const shape = z.array(row);
  const rowsOf = (result: ResultSet | undefined) => shape.parse(plainRows(result));
  const all = (db: Database) => new Read(db, [{ sql, args }], ([result]) => rowsOf(result));
  const first = (db: Database) => all(db).map(([found]) => found ?? null);
  const only = (db: Database) =>
    all(db).map(([found]) => {
      if (found === undefined) throw new Error("A statement that returns one row returned none.");
      return found;
    });
  return { sql, args, rowsOf, all, first, only };
}

/** Several statements in one snapshot: the rows of each, by its name in `shape`. @throws ZodError like `statement`. */
export function namedRows<Shape extends z.ZodType>(
  db: Database,
  statements: Readonly<Record<string, InStatement>>,
  shape: Shape,
): Read<z.output<Shape>> {
  const names = Object.keys(statements);
  return new Read(db, Object.values(statements), (results) =>
    shape.parse(Object.fromEntries(names.map((name, at) => [name, plainRows(results[at])]))),
  );
}

/** Without the numbered columns of libSQL's rows. */
const plainRows = (result: ResultSet | undefined) => result?.rows.map((row) => ({ ...row }));

/** A column of JSON text, as `json_group_array` and `json_object` return it. */
export const jsonColumn = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);
