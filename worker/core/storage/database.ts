import { type Client, createClient } from "@libsql/client/web";
import { drizzle } from "drizzle-orm/libsql/web";
import { DomainError } from "#core/domain/errors.ts";

export interface DatabaseConfig {
  url: string;
  authToken?: string | undefined;
  /** Longest wait for one answer, in milliseconds. */
  timeoutMs?: number;
}

/** Far above a chunk of the roll-up (0.1 s) and the 5 s after which sqld gives a transaction up itself. */
const TIMEOUT_MS = 15_000;

/** libSQL's codes for a server, a disk or a database file at fault, and for one that is busy; not the query. */
const FAULTS = (
  "SQLITE_BUSY SQLITE_LOCKED SQLITE_FULL SQLITE_READONLY SQLITE_IOERR SQLITE_CANTOPEN SQLITE_NOMEM SQLITE_CORRUPT " +
  // Of sqld and Turso: a transaction was given up, or writes are stopped by a quota.
  "SQLITE_NOTADB SQLITE_PROTOCOL TRANSACTION_TIMEOUT TRANSACTION_BUSY BLOCKED"
).split(" ");

/** The fault of the database that an error stands for, perhaps deep in its causes; null when it is the query's own. */
export function databaseFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = "code" in error ? String(error.code) : "";
  return FAULTS.find((fault) => code === fault || code.startsWith(`${fault}_`)) ?? databaseFault(error.cause);
}

/** What a query fails with, perhaps deep in its causes, when the server rather than the query is at fault. */
export const databaseUnavailable = (cause: unknown) =>
  new DomainError(
    "database_unavailable",
    "The database is unavailable. Please try again shortly.",
    {},
    cause,
  );

/**
 * A connection over HTTP, cheap to make per request.
 * Its queries fail with `databaseUnavailable` when the server is not there, breaks off, is too slow, answers 5xx, has
 * too many requests at once (429), or names a fault of its own; what was to be written may have been written then.
 */
export function openDatabase({ url, authToken, timeoutMs = TIMEOUT_MS }: DatabaseConfig) {
  const client: Client = createClient({
    url,
    ...(authToken === undefined ? {} : { authToken }),
    intMode: "number",
    fetch: (request: Request) => ask(request, timeoutMs),
  });
  const named =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    (...args: Args) =>
      run.apply(client, args).catch((error: unknown) => {
        throw databaseFault(error) === null ? error : databaseUnavailable(error);
      });
  const { execute, batch, migrate } = client;
  const naming: Client = Object.assign(client, {
    ...{ execute: named(execute), batch: named(batch), migrate: named(migrate) },
  });
  return drizzle(naming);
}

export type Database = ReturnType<typeof openDatabase>;

/**
 * Asks for plain bytes: a database next door spends more on compressing an answer than on the query.
 * Reads the answer whole, so that one that breaks off midway counts as none.
 * Each client begins by asking for the protocol that every libSQL server has had since 2023; that question, the only
 * GET, is answered here: it would cost each request a round trip.
 */
async function ask(request: Request, timeoutMs: number): Promise<Response> {
  if (request.method === "GET") return new Response();
  request.headers.set("accept-encoding", "identity");
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(timeoutMs) });
    const body = await answer.arrayBuffer();
    if (answer.status >= 500 || answer.status === 429)
      throw new Error(`The database server answered ${answer.status}.`);
    return new Response(body, answer);
  } catch (cause) {
    throw databaseUnavailable(cause);
  }
}
