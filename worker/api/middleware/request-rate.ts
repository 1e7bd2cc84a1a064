import { createMiddleware } from "hono/factory";
import { DomainError } from "#core/domain/errors.ts";
import type { RequestLimit } from "#core/ports.ts";
import type { RequestEnv } from "../api-env.ts";

/** The platform counts by the minute, and does not tell when the next one begins. */
const RETRY_AFTER_S = 60;
const SUBSCRIBER_GROUPS = 4;

/** @throws DomainError `rate_limited` when `key` has asked more often than it may. */
export async function withinRate(limit: RequestLimit, key: string): Promise<void> {
  if ((await limit.limit({ key })).success) return;
  throw new DomainError("rate_limited", "Too many requests. Please wait a minute.", {
    retryAfter: RETRY_AFTER_S,
  });
}

/** Of IPv6 the first 64 bits, as a subscriber has all addresses below them. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [before = "", after] = address.split("::");
  const groups = before.split(":");
  if (after !== undefined) {
    const rest = after.split(":");
    while (groups.length + rest.length < 8) groups.push("0");
    groups.push(...rest);
  }
  return groups.slice(0, SUBSCRIBER_GROUPS).join(":");
}

/** Counts by the sender's address, which Cloudflare writes over whatever a client says; on one machine nobody does. */
export const addressRate = createMiddleware<RequestEnv>(async (c, next) => {
  const address = c.req.header("cf-connecting-ip");
  if (address !== undefined) await withinRate(c.var.limits.address, networkOf(address));
  await next();
});
