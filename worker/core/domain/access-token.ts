import { checksumOf, hasChecksum, randomBase62 } from "./encoding.ts";

/*
 * A personal access token is `lkp_` + 30 random base62 characters (178 bits) + 6 for the CRC-32 of everything before.
 * Mistyped and made-up tokens are refused without a look-up.
 */
const PREFIX = "lkp_";
const SECRET_LENGTH = 30;
const SHAPE = /^lkp_[0-9A-Za-z]{36}$/;

/** What a token can be allowed to do, in the order in which they are offered. */
export const TOKEN_SCOPES = ["usage:read", "keys:read", "keys:write", "billing:read"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const MAX_ACCESS_TOKENS = 20;
export const TOKEN_DAYS_MAX = 365;

/** A new token. @param secret 30 base62 characters. */
export function generateAccessToken(secret = randomBase62(SECRET_LENGTH)): string {
  const body = PREFIX + secret;
  return body + checksumOf(body);
}

/** Whether the text claims to be a token, however wrong the rest of it is. */
export const claimsToBeAccessToken = (text: string) => text.startsWith(PREFIX);

/** Whether the text has the form of a token and its checksum is right. Says nothing about whether it was ever issued. */
export const isAccessToken = (text: string) => SHAPE.test(text) && hasChecksum(text);

export const generateTokenId = () => `tok_${randomBase62(20)}`;

type TokenState = "active" | "expired" | "revoked";

/** A token's state at `now` (epoch ms). */
export function tokenStateAt(
  now: number,
  { revokedAt, expiresAt }: { revokedAt: number | null; expiresAt: number },
): TokenState {
  if (revokedAt !== null) return "revoked";
  return expiresAt <= now ? "expired" : "active";
}
