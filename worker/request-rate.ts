import { DomainError, type ErrorCode } from "#core/domain/errors.ts";
import type { RequestLimit } from "#core/ports.ts";
import { clientAddress } from "./client-address.ts";

/** The platform counts per minute, and doesn't say when the next one begins. */
const RETRY_AFTER_S = 60;
const SUBSCRIBER_GROUPS = 4;
/** An IPv4 address as IPv6 (RFC 4291 section 2.5.5.2). */
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** `/v1` uses OpenAI's name. */
type TooMany = Extract<ErrorCode, "rate_limited" | "rate_limit_exceeded">;

/** @throws DomainError `code` when `key` has sent too many requests. */
export async function withinRate(
  limit: RequestLimit,
  key: string,
  code: TooMany = "rate_limited",
): Promise<void> {
  if ((await limit.limit({ key })).success) return;
  throw new DomainError(code, "Too many requests. Please wait a minute.", { retryAfter: RETRY_AFTER_S });
}

/** The first 64 bits of an IPv6 address: a subscriber owns all addresses below them. */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
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

/** Counts by the sender's address; a local stack has none. @throws DomainError `code`. */
export async function withinAddressRate(
  limit: RequestLimit,
  { headers }: Request,
  code?: TooMany,
): Promise<void> {
  const address = clientAddress(headers);
  if (address !== null) await withinRate(limit, networkOf(address), code);
}
