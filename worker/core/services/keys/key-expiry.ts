import { DomainError } from "#core/domain/errors.ts";

/**
 * When a key is to expire, in epoch ms, from what a request says; null never.
 * @throws DomainError `invalid_request` unless it is after `now`.
 */
export function futureExpiry(expiresAt: string | null, now: number): number | null {
  if (expiresAt === null) return null;
  const at = Date.parse(expiresAt);
  if (at > now) return at;
  throw refusedExpiry("The expires_at must be in the future.");
}

export const refusedExpiry = (why: string) =>
  new DomainError("invalid_request", why, { field: "expires_at" });
