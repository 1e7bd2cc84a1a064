import { encodeBase62, randomBase62 } from "./base62.ts";
import { crc32 } from "./crc32.ts";

/**
 * A key is `lk_` (`lkt_` for a test key) + 32 random base62 characters (190 bits) + 11 that name the account's route
 * + 6 of CRC-32 over all before it. A typing error is refused without any look-up.
 */
const PREFIX = "lk_";
const TEST_PREFIX = "lkt_";
const SECRET_LENGTH = 32;
/** Base62 characters that hold any 64-bit number. */
const ROUTE_LENGTH = 11;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^lkt?_[0-9A-Za-z]{32}([0-9A-Za-z]{11})[0-9A-Za-z]{6}$/;

const MASK_HEAD = 8;
const MASK_TAIL = 4;
const DOTS = "••••••••";

const checksum = (body: string) => encodeBase62(BigInt(crc32(body)), CHECKSUM_LENGTH);

/** The route of an account, as keys carry it, from an unsigned 64-bit number. */
export const formatRoute = (route: bigint) => encodeBase62(route, ROUTE_LENGTH);

interface KeyParts {
  secret?: string;
  /** A test key: it reaches no model and costs nothing. */
  test?: boolean;
}

/** A new key for the account behind `route` (see `formatRoute`). */
export function generateApiKey(
  route: string,
  { secret = randomBase62(SECRET_LENGTH), test = false }: KeyParts = {},
): string {
  const body = (test ? TEST_PREFIX : PREFIX) + secret + route;
  return body + checksum(body);
}

/** Whether a key, or its mask, is of a test key. */
export const isTestKey = (keyOrMask: string) => keyOrMask.startsWith(TEST_PREFIX);

/** What a key says without any look-up; null when it is not a key or was mistyped. */
export function parseApiKey(text: string): { route: string } | null {
  const route = SHAPE.exec(text)?.[1];
  if (route === undefined) return null;
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH) ? { route } : null;
}

/** The part of a key that may be stored and shown: its first 8 and last 4 characters. */
export const maskOf = (key: string) => key.slice(0, MASK_HEAD) + key.slice(-MASK_TAIL);

/** A stored mask as people see it (spec section 4): first 8, dots, last 4. */
export const displayMask = (mask: string) => mask.slice(0, MASK_HEAD) + DOTS + mask.slice(MASK_HEAD);

/** A new public id of a key, as paths and lists carry it. */
export const generateKeyId = () => `key_${randomBase62(20)}`;
