import { createMiddleware } from "hono/factory";
import type { ApiDependencies, RequestEnv } from "../api-env.ts";

/**
 * Gives each request its id and its context. The id is always ours: a client's own could collide with
 * or imitate another's in the audit log.
 */
export const requestScope = ({ identity, openDatabase, ...outside }: ApiDependencies) =>
  createMiddleware<RequestEnv>(async (c, next) => {
    const requestId = crypto.randomUUID();
    c.set("identity", identity);
    c.set("ctx", { ...outside, db: openDatabase(), requestId });
    await next();
    c.header("x-request-id", requestId);
    c.header("cache-control", "no-store");
  });
