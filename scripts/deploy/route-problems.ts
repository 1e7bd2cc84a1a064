import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { z } from "zod";

const route = z.union([z.string(), z.object({ pattern: z.string() }).transform(({ pattern }) => pattern)]);
const config = z.object({ routes: z.array(route).default([]) });

/** The patterns under which a worker is found, as its `wrangler.toml` has them; none where it says nothing. */
export const routesOf = (file: string): string[] => config.parse(parse(readFileSync(file, "utf8"))).routes;

/** `*.host/*` and `host/*` lead to a host, too. */
function leadsTo(pattern: string, host: string): boolean {
  const [wanted = ""] = pattern.replace(/^https?:\/\//, "").split("/");
  return wanted.startsWith("*") ? host.endsWith(wanted.slice(1)) : wanted === host;
}

/** Without any route the address is a `workers.dev` one, or was set in the dashboard: nothing can be said then. */
export function routeProblems(routes: readonly string[], origin: string | undefined): string[] {
  if (routes.length === 0 || !URL.canParse(origin ?? "")) return [];
  const { hostname } = new URL(origin ?? "");
  if (routes.some((pattern) => leadsTo(pattern, hostname))) return [];
  return ["latchkey-web: none of the routes leads to the host of APP_ORIGIN"];
}
