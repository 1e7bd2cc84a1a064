import type { Context } from "hono";
import { cors } from "hono/cors";
import { createMiddleware } from "hono/factory";
import { TEST_SCENARIO_HEADER } from "#core/domain/gateway/test-scenarios.ts";
import type { RequestEnv } from "../api-env.ts";
import type { PresentedKey } from "./presented-key.ts";

/** As long as browsers remember a preflight at most. */
const PREFLIGHT_AGE_S = 7_200;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const REQUEST_HEADERS = [
  "authorization",
  "content-type",
  "user-agent",
  "idempotency-key",
  TEST_SCENARIO_HEADER,
];
/** What OpenAI's clients send beside them: many, and more with each version. */
const CLIENT_HEADER = /^(openai|x-stainless)-[a-z-]{1,40}$/;
const ASKED_MAX = 40;

/** What a page may see of an answer, beside its body and what browsers show anyway. */
const SHOWN = [
  "x-request-id",
  "x-ratelimit-limit-requests",
  "x-ratelimit-remaining-requests",
  "x-ratelimit-reset-requests",
  "x-latchkey-balance",
  "x-latchkey-cost",
  "retry-after",
  "x-should-retry",
  "openai-model",
  "openai-processing-ms",
  "openai-version",
].join(", ");

function headersAllowed(asked: string): string[] {
  const names = asked.split(",", ASKED_MAX).map((name) => name.trim().toLowerCase());
  return [...REQUEST_HEADERS, ...names.filter((name) => CLIENT_HEADER.test(name))];
}

/**
 * Answers every preflight alike: it carries no key, so it cannot be judged, and admits nothing. The request that
 * follows it is judged by its key (https://fetch.spec.whatwg.org/#cors-preflight-fetch).
 */
export const preflight = createMiddleware<RequestEnv>((c, next) =>
  cors({
    origin: (origin) => origin,
    allowMethods: METHODS,
    allowHeaders: headersAllowed(c.req.header("access-control-request-headers") ?? ""),
    maxAge: PREFLIGHT_AGE_S,
  })(c, next),
);

/** The origin of the page that sent a request; null for what no page sent. */
export const originOf = (c: Context<RequestEnv>): string | null => c.req.header("origin") ?? null;

/** Lets pages of the origin, which the key allows, read the answer. */
export function showToPage(c: Context<RequestEnv>, origin: string): void {
  c.header("access-control-allow-origin", origin);
  c.header("access-control-expose-headers", SHOWN);
  c.header("vary", "origin");
}

/** What may go wrong before a request is admitted, told also to a page that may use the key. */
export async function beforeAdmission<Result>(
  c: Context<RequestEnv>,
  { route, lookups }: PresentedKey,
  work: () => Result,
): Promise<Awaited<Result>> {
  try {
    return await work();
  } catch (error) {
    const origin = originOf(c);
    const meter = c.var.ctx.gateway.meterOf(route);
    if (origin !== null && (await meter.allows(lookups, origin).catch(() => false))) showToPage(c, origin);
    throw error;
  }
}
