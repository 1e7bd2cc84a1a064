import type { InStatement, InValue, ResultSet } from "@libsql/client/web";
import { sql } from "drizzle-orm";
import { type Database, databaseUnavailable, isBusy } from "./database.ts";

interface Query {
  sql: string;
  params: unknown[];
}

export type Statement = { toSQL: () => Query } | { getQuery: () => Query } | InStatement;

/** As libSQL takes it. */
export function prepare(statement: Statement): InStatement {
  if (typeof statement === "string" || "sql" in statement) return statement;
  const { sql, params } = "toSQL" in statement ? statement.toSQL() : statement.getQuery();
  // Drizzle has already encoded the parameters for libSQL, though its type does not say so.
  return { sql, args: params as InValue[] };
}

/** A condition for a statement of `writeBatch`: the one before it has changed a row. */
export const ifChanged = sql`changes() > 0`;

/** Whether a statement of `writeBatch` changed a row. */
export const hasChanged = (result: ResultSet | undefined): boolean => (result?.rowsAffected ?? 0) > 0;

const MAX_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 400;

/** Takes the write lock first. @throws DomainError `database_unavailable` when it is locked for over two seconds. */
export function writeBatch(db: Database, statements: readonly Statement[]): Promise<ResultSet[]> {
  const prepared = statements.map(prepare);
  return whileBusy(() => db.$client.batch(prepared, "write"));
}

/** Retries a transaction while the server returns "database is locked", in which case nothing was written. */
export async function whileBusy<Result>(
  run: () => Promise<Result>,
  attempts = MAX_ATTEMPTS,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (attempt === attempts) throw databaseUnavailable(error);
      await pause(attempt);
    }
  }
}

/** Random, so that writers that collided do not collide again. */
function pause(attempt: number): Promise<void> {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS);
  return new Promise((resolve) => setTimeout(resolve, longest * (0.5 + Math.random() / 2)));
}
