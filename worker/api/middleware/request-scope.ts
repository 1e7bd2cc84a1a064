import { createMiddleware } from "hono/factory";
import type { Database } from "#core/storage/database.ts";
import type { ApiDependencies, RequestEnv } from "../api-env.ts";

type Outside = Omit<ApiDependencies, "identity" | "openDatabase">;

/** The database is opened only for who asks for it: most requests of the gateway do not. */
function scopeOf(outside: Outside, open: ApiDependencies["openDatabase"], requestId: string) {
  let db: Database | undefined;
  return {
    ...outside,
    requestId,
    get db() {
      db ??= open();
      return db;
    },
  };
}

/**
 * Gives each request its id and its context. The id is always ours: a client's own could collide with
 * or imitate another's in the audit log.
 */
export const requestScope = ({ identity, openDatabase, ...outside }: ApiDependencies) =>
  createMiddleware<RequestEnv>(async (c, next) => {
    const requestId = crypto.randomUUID();
    c.set("identity", identity);
    c.set("ctx", scopeOf(outside, openDatabase, requestId));
    // Before there is an answer: on one that is there, each header would have it made anew.
    c.header("x-request-id", requestId);
    c.header("cache-control", "no-store");
    await next();
  });
