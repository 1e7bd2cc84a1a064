import type { InStatement, ResultSet } from "@libsql/client/web";
import { QueryPromise } from "drizzle-orm";
import type { Database } from "./database.ts";
import { prepare, type Statement, writeBatch } from "./write-batch.ts";

/**
 * A read that hasn't run yet: its statements, and how their results become a value. Awaiting it runs it alone, as one
 * call to the database; `together` and `writeAndRead` run several in one.
 */
export class Read<Value> extends QueryPromise<Value> {
  readonly #db: Database;
  readonly statements: readonly InStatement[];
  /** Of the results of `statements`, in their order. */
  readonly toValue: (results: readonly ResultSet[]) => Value;

  constructor(
    db: Database,
    statements: readonly InStatement[],
    toValue: (results: readonly ResultSet[]) => Value,
  ) {
    super();
    this.#db = db;
    this.statements = statements;
    this.toValue = toValue;
  }

  /** The same read with another value. */
  map<Other>(change: (value: Value) => Other): Read<Other> {
    return new Read(this.#db, this.statements, (results) => change(this.toValue(results)));
  }

  override async execute(): Promise<Value> {
    return this.toValue(await resultsOf(this.#db, this.statements));
  }
}

/** For a place where only some requests read anything. */
export const noRead = (db: Database): Read<null> => new Read(db, [], () => null);

async function resultsOf(db: Database, statements: readonly InStatement[]): Promise<ResultSet[]> {
  const [first] = statements;
  if (first === undefined) return [];
  return statements.length === 1
    ? [await db.$client.execute(first)]
    : db.$client.batch([...statements], "read");
}

export type ValuesOf<Reads extends readonly Read<unknown>[]> = {
  -readonly [Index in keyof Reads]: Reads[Index] extends Read<infer Value> ? Value : never;
};

/** The values of reads whose results follow each other. */
function valuesOf<Reads extends readonly Read<unknown>[]>(
  reads: Reads,
  results: readonly ResultSet[],
): ValuesOf<Reads> {
  let from = 0;
  const values = reads.map((read) => {
    const own = results.slice(from, from + read.statements.length);
    from += read.statements.length;
    return read.toValue(own);
  });
  // TypeScript doesn't know that `map` keeps the places of a tuple.
  return values as ValuesOf<Reads>;
}

/** Several reads as one, in one call and one snapshot. */
export function together<const Reads extends readonly Read<unknown>[]>(
  db: Database,
  reads: Reads,
): Read<ValuesOf<Reads>> {
  const statements = reads.flatMap((read) => read.statements);
  return new Read(db, statements, (results) => valuesOf(reads, results));
}

/**
 * Writes, then reads what that has left, in one transaction and one call. `written` are the results of the writes.
 * @throws DomainError like `writeBatch`.
 */
export async function writeAndRead<const Reads extends readonly Read<unknown>[]>(
  db: Database,
  writes: readonly Statement[],
  reads: Reads,
): Promise<{ written: ResultSet[]; values: ValuesOf<Reads> }> {
  const results = await writeBatch(db, [...writes, ...reads.flatMap((read) => read.statements)]);
  return {
    written: results.slice(0, writes.length),
    values: valuesOf(reads, results.slice(writes.length)),
  };
}

/** One of Drizzle's selects. */
interface Select<Row> extends PromiseLike<Row[]> {
  prepare: () => {
    getQuery: () => { sql: string; params: unknown[] };
    mapResult: (response: unknown, isFromBatch?: boolean) => unknown;
  };
}

/** The rows of a select of the query builder. */
export function rowsOf<Row>(db: Database, select: Select<Row>): Read<Row[]> {
  const prepared = select.prepare();
  // As in Drizzle's own `batch`, whose result has the select's type as well.
  return new Read(db, [prepare(prepared)], ([result]) => prepared.mapResult(result, true) as Row[]);
}

/** The first row of a select of the query builder; null without any. */
export const firstOf = <Row>(db: Database, select: Select<Row>): Read<Row | null> =>
  rowsOf(db, select).map(([row]) => row ?? null);
