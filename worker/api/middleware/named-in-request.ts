import type { Context } from "hono";
import type { Access } from "../access.ts";

/** Where a request names what its route is about, which its guard reads together with the account or the session. */
export interface Route {
  access: Access;
  /** As the router has it, such as `/api/keys/:id`. */
  path: string;
}

/** The public id of the key that a request names; null for none. */
export function keyNamed(c: Context, { access, path }: Route): string | null {
  if (access.key === "query") return c.req.query("key_id") ?? null;
  return access.key === "path" ? inPath(c, path, ":id") : null;
}

const ACCOUNT = "/api/operator/accounts/:id";

/** What a request at the desk names an account by; null for none. */
export const accountNamed = (c: Context, { path }: Route): string | null =>
  path === ACCOUNT || path.startsWith(`${ACCOUNT}/`) ? inPath(c, path, ":id") : null;

/** The guard runs before the router has the route's parameters. */
function inPath(c: Context, path: string, parameter: string): string | null {
  const text = c.req.path.split("/")[path.split("/").indexOf(parameter)];
  if (text === undefined) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
