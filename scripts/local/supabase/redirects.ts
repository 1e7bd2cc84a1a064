import type { Context } from "hono";
import { z } from "zod";
import type { SupabaseContext } from "./context.ts";

const LOOPBACK_NAMES = ["127.0.0.1", "localhost"];
const named = z.object({ redirect_to: z.string().max(2048) });

/** The final redirect: the request's `redirect_to` if it is allowed, otherwise the site. */
export async function redirectTarget(ctx: RedirectRules, c: Context): Promise<string> {
  const wanted = c.req.query("redirect_to") ?? c.req.header("redirect_to") ?? (await inBody(c));
  return wanted !== undefined && isAllowedRedirect(ctx, wanted) ? wanted : ctx.siteUrl;
}

type RedirectRules = Pick<SupabaseContext, "siteUrl"> & {
  project: Pick<SupabaseContext["project"], "redirectPatterns">;
};

/** Pages of the site, under both names of this machine, and what the project's settings add. */
export function isAllowedRedirect({ siteUrl, project }: RedirectRules, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, port, username, password } = new URL(address);
  const site = new URL(siteUrl);
  if (username || password) return false;
  if (protocol === site.protocol && sameMachine(host, site.host) && port === site.port) return true;
  const [withoutHash = ""] = address.split("#");
  return project.redirectPatterns.some((pattern) => toExpression(pattern).test(withoutHash));
}

function sameMachine(host: string, siteHost: string): boolean {
  const nameOf = (text: string) => text.replace(/:\d+$/, "");
  return host === siteHost || [host, siteHost].every((one) => LOOPBACK_NAMES.includes(nameOf(one)));
}

/** The hosted service's patterns: `*` stops at a dot or slash, `**` does not, `?` is one sign. */
function toExpression(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*|\*|\?)/)
    .map((part) => WILDCARDS[part] ?? part.replace(/[.+^${}()|[\]\\/]/g, "\\$&"));
  return new RegExp(`^${source.join("")}$`);
}

const WILDCARDS: Record<string, string> = { "**": ".*", "*": "[^./]*", "?": "[^./]" };

async function inBody(c: Context): Promise<string | undefined> {
  if (c.req.method === "GET") return undefined;
  try {
    return named.parse(JSON.parse(await c.req.text())).redirect_to;
  } catch {
    return undefined;
  }
}
