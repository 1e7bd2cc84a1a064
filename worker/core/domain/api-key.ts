import { checksumOf, encodeBase62, hasChecksum, randomBase62 } from "./encoding.ts";

/*
 * A key is `lk_` (`lkt_` for a test key) + 32 random base62 characters (190 bits) + 11 for the account's meter + 6 for
 * the CRC-32 of everything before. Mistyped keys are refused without a look-up.
 */
const PREFIX = "lk_";
const TEST_PREFIX = "lkt_";
const SECRET_LENGTH = 32;
const ACCOUNT_ROUTE_LENGTH = 11;
const START_OF_KEY = /^lkt?_/;
const SHAPE = /^lkt?_[0-9A-Za-z]{32}([0-9A-Za-z]{11})[0-9A-Za-z]{6}$/;

const MASK_HEAD = 8;
const MASK_TAIL = 4;
const DOTS = "••••••••";

/** The part of a key that names its account's meter, from an unsigned 64-bit number. */
export const formatAccountRoute = (number: bigint) => encodeBase62(number, ACCOUNT_ROUTE_LENGTH);

interface KeyOptions {
  secret?: string;
  test?: boolean;
}

/** A new key for the account with this route (see `formatAccountRoute`). */
export function generateApiKey(
  accountRoute: string,
  { secret = randomBase62(SECRET_LENGTH), test = false }: KeyOptions = {},
): string {
  const body = (test ? TEST_PREFIX : PREFIX) + secret + accountRoute;
  return body + checksumOf(body);
}

export const isTestKey = (keyOrMask: string) => keyOrMask.startsWith(TEST_PREFIX);

/** Whether a text begins like one of our keys. The rest of it may have typing errors. */
export const looksLikeApiKey = (text: string) => START_OF_KEY.test(text);

/** The account's route in a key; null when the text is not a key or was mistyped. */
export function parseApiKey(text: string): { route: string } | null {
  const route = SHAPE.exec(text)?.[1];
  return route !== undefined && hasChecksum(text) ? { route } : null;
}

/** The part of a key or an access token that may be stored: its first 8 and last 4 characters. */
export const maskOf = (key: string) => key.slice(0, MASK_HEAD) + key.slice(-MASK_TAIL);

/** A stored mask as it is displayed (spec section 4): first 8, dots, last 4. */
export const displayMask = (mask: string) => mask.slice(0, MASK_HEAD) + DOTS + mask.slice(MASK_HEAD);

const DISPLAYED = /^(lkt?_[0-9A-Za-z]+)[•.…*]+([0-9A-Za-z]{4})$/;
const START = /^lkt?_[0-9A-Za-z]*$/;

/** The parts of the stored mask that a key, a displayed mask or the start of a key give away; null for other text. */
export function maskPartsOf(text: string): { head: string; tail: string } | null {
  const mask = parseApiKey(text) === null ? null : maskOf(text);
  if (mask !== null) return { head: mask.slice(0, MASK_HEAD), tail: mask.slice(MASK_HEAD) };
  const [, start, tail = ""] = DISPLAYED.exec(text) ?? [];
  if (start !== undefined) return { head: start.slice(0, MASK_HEAD), tail };
  return START.test(text) ? { head: text.slice(0, MASK_HEAD), tail: "" } : null;
}

export const generateKeyId = () => `key_${randomBase62(20)}`;
