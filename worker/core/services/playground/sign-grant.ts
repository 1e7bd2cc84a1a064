import { z } from "zod";
import type { Bytes } from "#core/domain/encoding.ts";
import { formatGrant, type Grant, splitGrant } from "#core/domain/playground.ts";
import type { KeySecrets } from "#core/services/context.ts";

const HMAC_SHA_256 = { name: "HMAC", hash: "SHA-256", length: 256 };
const utf8 = (text: string) => new TextEncoder().encode(text);
const DERIVATION = {
  name: "HKDF",
  hash: "SHA-256",
  salt: utf8("latchkey/playground-grants"),
  info: utf8("v1"),
};

/** Short names, because a grant is sent with each request. */
const content = z.object({ r: z.string(), k: z.string(), s: z.string(), o: z.string(), e: z.int() });

/** Per isolate. */
const derived = new WeakMap<Bytes, Promise<CryptoKey>>();

/** Of the pepper, so that no other use of it can make a grant. */
function grantKey(pepper: Bytes): Promise<CryptoKey> {
  const known = derived.get(pepper);
  if (known !== undefined) return known;
  const key = crypto.subtle
    .importKey("raw", pepper, "HKDF", false, ["deriveKey"])
    .then((root) => crypto.subtle.deriveKey(DERIVATION, root, HMAC_SHA_256, false, ["sign", "verify"]));
  derived.set(pepper, key);
  return key;
}

/** The text that a browser sends in place of a key. */
export async function signGrant({ pepper }: KeySecrets, grant: Grant): Promise<string> {
  const { route: r, lookup: k, sessionId: s, origin: o, expiresAt: e } = grant;
  const bytes = utf8(JSON.stringify({ r, k, s, o, e }));
  const signature = await crypto.subtle.sign("HMAC", await grantKey(pepper), bytes);
  return formatGrant(bytes, new Uint8Array(signature));
}

/**
 * What a grant says, also one that has expired. Asks nobody, and compares the signature in constant time.
 * @returns null for a text that none of the peppers has signed.
 */
export async function readGrant(
  { pepper, earlierPeppers = [] }: KeySecrets,
  text: string,
): Promise<Grant | null> {
  const parts = splitGrant(text);
  if (parts === null) return null;
  for (const known of [pepper, ...earlierPeppers])
    if (await crypto.subtle.verify("HMAC", await grantKey(known), parts.signature, parts.content))
      return grantOf(parts.content);
  return null;
}

function grantOf(bytes: Uint8Array): Grant {
  const { r, k, s, o, e } = content.parse(JSON.parse(new TextDecoder().decode(bytes)));
  return { route: r, lookup: k, sessionId: s, origin: o, expiresAt: e };
}
