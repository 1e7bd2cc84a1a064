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

/** What a query fails with, perhaps deep in its causes, when the server rather than the query is at fault. */
export const databaseUnavailable = (cause: unknown) =>
  new DomainError(
    "database_unavailable",
    "The database does not answer. Please try again shortly.",
    {},
    cause,
  );

/**
 * A connection over HTTP, cheap to make per request.
 * Its queries fail with `databaseUnavailable` when the server is not there, breaks off, is too slow, answers 5xx, or
 * has too many requests at once (429); what was to be written may have been written then.
 */
export function openDatabase({ url, authToken, timeoutMs = TIMEOUT_MS }: DatabaseConfig) {
  const client: Client = createClient({
    url,
    ...(authToken === undefined ? {} : { authToken }),
    intMode: "number",
    fetch: (request: Request) => ask(request, timeoutMs),
  });
  return drizzle(client);
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
