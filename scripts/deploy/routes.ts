import { z } from "zod";
import type { Finding } from "./findings.ts";

const route = z.union([z.string(), z.object({ pattern: z.string() }).transform(({ pattern }) => pattern)]);

/** The patterns of a worker's routes in its `wrangler.toml`. */
export const routeList = z.array(route).default([]);

export interface Routes {
  /** Web's and the gateway's patterns, as configured. */
  web: readonly string[];
  gateway: readonly string[];
  /** `APP_ORIGIN`. */
  origin: string | undefined;
}

/**
 * The route that leads requests to `/v1` to the gateway instead of web, whose Custom Domain or less specific route it precedes.
 * Null without a route of web's: its address is a `workers.dev` one, or was set in the dashboard. Web then forwards them.
 */
export function gatewayRoute({ web, origin }: Pick<Routes, "web" | "origin">): string | null {
  const host = hostnameOf(origin);
  return web.length === 0 || host === null ? null : `${host}/v1/*`;
}

/** A domain that no route leads to may have been set in Cloudflare's dashboard. */
export function routeGap({ web, origin }: Routes): Finding[] {
  const host = hostnameOf(origin);
  if (host === null || web.length > 0 || host.endsWith(".workers.dev")) return [];
  return [
    {
      level: "warning",
      name: "no route",
      detail: `No route in wrangler.toml leads to ${host}, so the deployment gives the dashboard no domain.`,
      todo: `Set routes = [{ pattern = "${host}", custom_domain = true }] at the top of wrangler.toml`,
    },
  ];
}

/** Without any route of web's nothing can be said about its address. */
export function routeProblems({ web, gateway, origin }: Routes): string[] {
  const host = hostnameOf(origin);
  if (host === null) return [];
  const webIsElsewhere = web.length > 0 && !web.some((pattern) => leadsTo(pattern, host));
  const gatewayIsElsewhere =
    gateway.length > 0 && !gateway.some((pattern) => withoutScheme(pattern) === `${host}/v1/*`);
  return [
    ...(webIsElsewhere ? ["latchkey-web: none of the routes leads to the host of APP_ORIGIN"] : []),
    ...(gatewayIsElsewhere
      ? ["latchkey-gateway: none of the routes is /v1/* of the host of APP_ORIGIN"]
      : []),
    ...gateway
      .filter((pattern) => !pattern.endsWith("/v1/*"))
      .map(
        (pattern) =>
          `latchkey-gateway: the route ${pattern} must end in /v1/*; other requests need latchkey-web`,
      ),
  ];
}

function hostnameOf(origin = ""): string | null {
  return URL.canParse(origin) ? new URL(origin).hostname : null;
}

const withoutScheme = (pattern: string) => pattern.replace(/^https?:\/\//, "");

/** `*.host/*` and `host/*` lead to a host, too. */
function leadsTo(pattern: string, host: string): boolean {
  const [wanted = ""] = withoutScheme(pattern).split("/");
  return wanted.startsWith("*") ? host.endsWith(wanted.slice(1)) : wanted === host;
}
