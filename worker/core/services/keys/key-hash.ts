import { formatRoute } from "#core/domain/api-key.ts";
import type { Bytes } from "#core/domain/base64.ts";

const HMAC_SHA_256 = { name: "HMAC", hash: "SHA-256" };

/** Imported once an isolate: every request with a key needs it. */
const imported = new WeakMap<Bytes, CryptoKey>();

async function hmacKey(pepper: Bytes): Promise<CryptoKey> {
  const known = imported.get(pepper);
  if (known !== undefined) return known;
  const key = await crypto.subtle.importKey("raw", pepper, HMAC_SHA_256, false, ["sign"]);
  imported.set(pepper, key);
  return key;
}

async function hmac(pepper: Bytes, message: string): Promise<Uint8Array> {
  const key = await hmacKey(pepper);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(message)));
}

/** What stands for a key in the database: HMAC-SHA-256 under the pepper, in hex. */
export async function lookupOf(pepper: Bytes, key: string): Promise<string> {
  const digest = await hmac(pepper, `lookup:v1:${key}`);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The 11 characters that every key of an account carries: the first 64 bits of an HMAC of the account id.
 * Always the same for an account, so that a gateway can name the account's Durable Object from the key
 * alone, without a look-up; under the pepper, so that it tells nobody the account's id or how many there are.
 */
export async function routeOf(pepper: Bytes, accountId: number): Promise<string> {
  const digest = await hmac(pepper, `route:v1:${accountId}`);
  return formatRoute(new DataView(digest.buffer, digest.byteOffset).getBigUint64(0));
}
