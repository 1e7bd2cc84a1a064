import type { InStatement, InValue, ResultSet } from "@libsql/client/web";
import { type Database, databaseFault, databaseUnavailable } from "./database.ts";

interface Query {
  sql: string;
  params: unknown[];
}

/** One that Drizzle built, one that Drizzle was given as SQL, or plain SQL. */
type Statement = { toSQL(): Query } | { getQuery(): Query } | InStatement;

function prepare(statement: Statement): InStatement {
  if (typeof statement === "string" || "sql" in statement) return statement;
  const { sql, params } = "toSQL" in statement ? statement.toSQL() : statement.getQuery();
  // Drizzle has already encoded the parameters for libSQL; its type does not say so.
  return { sql, args: params as InValue[] };
}

const MAX_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 400;

/**
 * Runs statements as one transaction that takes the write lock before its first statement.
 *
 * @throws DomainError `database_unavailable` when it is still locked after two to three seconds.
 */
export function writeBatch(db: Database, statements: Statement[]): Promise<ResultSet[]> {
  const prepared = statements.map(prepare);
  return whileBusy(() => db.$client.batch(prepared, "write"));
}

/**
 * Repeats a transaction for as long as the server answers "database is locked": a busy libSQL server lets writers
 * queue, but now and then answers that instead. Nothing has been written then.
 */
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

const isBusy = (error: unknown) => databaseFault(error) === "SQLITE_BUSY";

/** Random, so that those who met at the lock do not meet there again. */
function pause(attempt: number): Promise<void> {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
  return new Promise((resolve) => setTimeout(resolve, longest * (0.5 + Math.random() / 2)));
}
