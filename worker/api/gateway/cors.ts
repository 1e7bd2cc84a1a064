import type { Context } from "hono";
import { cors } from "hono/cors";
import { createMiddleware } from "hono/factory";
import { TEST_SCENARIO_HEADER } from "#core/domain/gateway/test-scenarios.ts";
import type { RequestEnv } from "../api-env.ts";

/** Browsers remember a preflight no longer. */
const PREFLIGHT_AGE_S = 7_200;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const REQUEST_HEADERS = [
  "authorization",
  "content-type",
  "user-agent",
  "idempotency-key",
  "x-api-key",
  TEST_SCENARIO_HEADER,
];
/** Further headers of OpenAI's and Anthropic's clients: many, and more with each version. */
const CLIENT_HEADER = /^(openai|x-stainless|anthropic)-[a-z-]{1,40}$/;
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
  "x-latchkey-paid-by",
  "retry-after",
  "x-should-retry",
].join(", ");

function headersAllowed(requested: string): string[] {
  const names = requested.split(",", REQUESTED_MAX).map((name) => name.trim().toLowerCase());
  return [...REQUEST_HEADERS, ...names.filter((name) => CLIENT_HEADER.test(name))];
}

/**
 * Allows every preflight: it carries no key, so it cannot be judged, and admits nothing. The request that follows it
 * is judged by its key (https://fetch.spec.whatwg.org/#cors-preflight-fetch).
 */
export const preflight = createMiddleware<RequestEnv>((c, next) =>
  cors({
    origin: (origin) => origin,
    allowMethods: METHODS,
    allowHeaders: headersAllowed(c.req.header("access-control-request-headers") ?? ""),
    maxAge: PREFLIGHT_AGE_S,
  })(c, next),
);

/** The origin of the browser page that sent a request; null when no browser did. */
export const originOf = (c: Context<RequestEnv>): string | null => c.req.header("origin") ?? null;

/** Lets browsers on the origin, which the key allows, read the response. */
export function allowOrigin(c: Context<RequestEnv>, origin: string): void {
  c.header("access-control-allow-origin", origin);
  c.header("access-control-expose-headers", EXPOSED);
  c.header("vary", "origin");
}
