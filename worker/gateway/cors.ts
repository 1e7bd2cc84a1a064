import type { Context } from "hono";
import { cors } from "hono/cors";
import { TEST_SCENARIO_HEADER } from "#core/domain/gateway/test-scenarios.ts";
import type { GatewayCall } from "./gateway-call.ts";

const NO_CONTENT = 204;
/** Browsers remember a preflight no longer. */
const PREFLIGHT_AGE_S = 7_200;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const REQUEST_HEADERS = [
  "authorization",
  "content-type",
  "user-agent",
  "idempotency-key",
  "x-api-key",
  "traceparent",
  "tracestate",
  TEST_SCENARIO_HEADER,
];
/** Clients add headers of their own, and more with each version. None is forwarded unless the gateway knows it. */
const HEADER_NAME = /^[a-z\d!#$%&'*+.^_`|~-]{1,64}$/;
const REQUESTED_MAX = 40;

/** Response headers that a browser may show, beside those that it always shows. */
const EXPOSED = [
  "x-request-id",
  "request-id",
  "x-ratelimit-limit-requests",
  "x-ratelimit-remaining-requests",
  "x-ratelimit-reset-requests",
  "x-latchkey-balance",
  "x-latchkey-cost",
  "x-latchkey-dropped",
  "x-latchkey-paid-by",
  "retry-after",
  "x-should-retry",
].join(", ");

function headersAllowed(requested: string): string[] {
  const names = requested.split(",", REQUESTED_MAX).map((name) => name.trim().toLowerCase());
  return [...new Set([...REQUEST_HEADERS, ...names.filter((name) => HEADER_NAME.test(name))])];
}

/**
 * Allows every preflight: it carries no key, so it cannot be judged, and admits nothing. The request that follows it
 * is judged by its key (https://fetch.spec.whatwg.org/#cors-preflight-fetch).
 */
export async function preflight(call: GatewayCall, c: Context): Promise<Response> {
  const allow = cors({
    origin: (origin) => origin,
    allowMethods: METHODS,
    allowHeaders: headersAllowed(call.header("access-control-request-headers") ?? ""),
    maxAge: PREFLIGHT_AGE_S,
  });
  const granted = await allow(c, async () => {});
  return call.respond(null, NO_CONTENT, Object.fromEntries(granted?.headers ?? []));
}

/** The origin of the browser page that sent a request; null when no browser did. */
export const originOf = (call: GatewayCall): string | null => call.header("origin") ?? null;

/** A browser leaves the origin out where it requests something of the page's own, and says so in a header of its own. */
const OWN_PAGE = "same-origin";
const READS = new Set(["GET", "HEAD"]);

/** Whether a browser sent the request from a page of this origin. */
export function isSentFrom(call: GatewayCall, origin: string): boolean {
  const sent = originOf(call);
  if (sent !== null) return sent === origin;
  return READS.has(call.request.method) && call.header("sec-fetch-site") === OWN_PAGE;
}

/** Lets browsers on the origin, which the key allows, read the response. */
export function allowOrigin(call: GatewayCall, origin: string): void {
  call.setHeaders({
    "access-control-allow-origin": origin,
    "access-control-expose-headers": EXPOSED,
    vary: "origin",
  });
}
