import { formatAccountRoute } from "#core/domain/api-key.ts";
import { type Bytes, hex } from "#core/domain/encoding.ts";
import type { KeysContext, ServiceContext } from "#core/services/context.ts";
import { ensureAccountRoute, findAccountRoute } from "#core/storage/accounts.ts";

const PSEUDONYM_LENGTH = 32;
const PEPPER_ID_LENGTH = 16;
const HMAC_SHA_256 = { name: "HMAC", hash: "SHA-256" };

/** Per isolate: every request with a key needs one. */
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

/** Identifies a key in the database: HMAC-SHA-256 under the pepper, in hex. */
export async function lookupOf(pepper: Bytes, key: string): Promise<string> {
  const digest = await hmac(pepper, `lookup:v1:${key}`);
  return hex(digest);
}

/** Of one account: equal codes of two accounts have different hashes. */
export async function recoveryHashOf(pepper: Bytes, accountId: number, code: string): Promise<string> {
  return hex(await hmac(pepper, `recovery:v1:${accountId}:${code}`));
}

/** Identifies a pepper without revealing it. */
export async function pepperId(pepper: Bytes): Promise<string> {
  return hex(await hmac(pepper, "pepper:v1")).slice(0, PEPPER_ID_LENGTH);
}

/** 64 bits of an HMAC of the account id, in every key: names the account's Durable Object without a look-up. */
export async function deriveAccountRoute(pepper: Bytes, accountId: number): Promise<string> {
  const digest = await hmac(pepper, `route:v1:${accountId}`);
  return formatAccountRoute(new DataView(digest.buffer, digest.byteOffset).getBigUint64(0));
}

/** Stable, and tells an upstream provider nothing but which requests come from the same account. */
export async function accountPseudonym(accountRoute: string): Promise<string> {
  const text = new TextEncoder().encode(`pseudonym:v1:${accountRoute}`);
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", text))).slice(0, PSEUDONYM_LENGTH);
}

/** Stored on first use, so that a new pepper moves no account. */
export async function accountRouteOf(ctx: ServiceContext & KeysContext, accountId: number): Promise<string> {
  const known = await findAccountRoute(ctx.db, accountId);
  if (known !== null) return known;
  const route = await deriveAccountRoute(ctx.keySecrets.pepper, accountId);
  return ensureAccountRoute(ctx.db, accountId, route);
}
