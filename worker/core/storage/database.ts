import { type Client, createClient } from "@libsql/client/web";
import { drizzle } from "drizzle-orm/libsql/web";

export interface DatabaseConfig {
  url: string;
  authToken?: string | undefined;
}

/**
 * A connection over HTTP, cheap to make per request.
 * Asks for plain bytes: a database next door spends more on compressing an answer than on the query.
 */
export function openDatabase({ url, authToken }: DatabaseConfig) {
  const client: Client = createClient({
    url,
    ...(authToken === undefined ? {} : { authToken }),
    intMode: "number",
    fetch: (request: Request) => {
      request.headers.set("accept-encoding", "identity");
      return fetch(request);
    },
  });
  return drizzle(client);
}

export type Database = ReturnType<typeof openDatabase>;
