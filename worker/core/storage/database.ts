import { type Client, createClient } from "@libsql/client/web";
import { drizzle } from "drizzle-orm/libsql/web";
import { DomainError } from "#core/domain/errors.ts";

export interface DatabaseConfig {
  url: string;
  authToken?: string | undefined;
  timeoutMs?: number;
}

/** Far above a chunk of the roll-up (0.1 s) and the 5 s after which sqld aborts a transaction. */
const TIMEOUT_MS = 15_000;

/** libSQL's codes for faults of the server, disk or database file, and for a busy server; not for faulty queries. */
const FAULTS = (
  "SQLITE_BUSY SQLITE_LOCKED SQLITE_FULL SQLITE_READONLY SQLITE_IOERR SQLITE_CANTOPEN SQLITE_NOMEM SQLITE_CORRUPT " +
  // From sqld and Turso: an aborted transaction, or writes blocked by a quota.
  "SQLITE_NOTADB SQLITE_PROTOCOL TRANSACTION_TIMEOUT TRANSACTION_BUSY BLOCKED"
).split(" ");

/** The database fault behind an error or its causes; null when the query itself is at fault. */
export function databaseFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = "code" in error ? String(error.code) : "";
  return FAULTS.find((fault) => code === fault || code.startsWith(`${fault}_`)) ?? databaseFault(error.cause);
}

/** Another writer has the lock: nothing is broken, and nothing was written. */
export const isBusy = (error: unknown) => databaseFault(error) === "SQLITE_BUSY";

/** The failure of a query when the server is at fault; Drizzle may wrap it. */
export const databaseUnavailable = (cause: unknown) =>
  new DomainError(
    "database_unavailable",
    "The database is unavailable. Please try again shortly.",
    {},
    cause,
  );

export const isDatabaseUnavailable = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code === "database_unavailable";

/**
 * A connection over HTTP, cheap enough to create per request. Queries fail with `databaseUnavailable` when the server is
 * unreachable, too slow or returns 5xx, 429 or a fault of its own; writes may have happened then.
 */
export function openDatabase({ url, authToken, timeoutMs = TIMEOUT_MS }: DatabaseConfig) {
  const client: Client = createClient({
    url,
    ...(authToken === undefined ? {} : { authToken }),
    intMode: "number",
    fetch: (request: Request) => fetchWhole(request, timeoutMs),
  });
  const withNamedFaults =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    (...args: Args) =>
      run.apply(client, args).catch((error: unknown) => {
        throw databaseFault(error) === null ? error : databaseUnavailable(error);
      });
  const { execute, batch, migrate } = client;
  const wrapped: Client = Object.assign(client, {
    execute: withNamedFaults(execute),
    batch: withNamedFaults(batch),
    migrate: withNamedFaults(migrate),
  });
  return drizzle(wrapped);
}

export type Database = ReturnType<typeof openDatabase>;

/**
 * Requests uncompressed bytes, because compression costs a nearby database more than the query, and reads the response
 * whole, so that a truncated one counts as a failure. The only GET asks for a protocol that every libSQL server has had
 * since 2023; responding here saves a round trip.
 */
async function fetchWhole(request: Request, timeoutMs: number): Promise<Response> {
  if (request.method === "GET") return new Response();
  request.headers.set("accept-encoding", "identity");
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(timeoutMs) });
    const body = await response.arrayBuffer();
    if (response.status >= 500 || response.status === 429)
      throw new Error(`The database server returned ${response.status}.`);
    return new Response(body, response);
  } catch (cause) {
    throw databaseUnavailable(cause);
  }
}
