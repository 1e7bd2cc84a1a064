import { type Bytes, decodeBase64, encodeBase64 } from "#core/domain/base64.ts";
import type { KeySecrets } from "./context.ts";

const VERSION = "v2";
const IV_BYTES = 12;
const HKDF_SALT = "latchkey/api-keys";
/** `v2.<kid>` names the secret that opens it; `v1`, which is no longer made, does not. */
const FORM = /^(v1|v2\.[0-9a-f]{8})\.([^.]*)\.([^.]*)$/;
const KID_LENGTH = 8;

/** Where a sealed key belongs; it opens nowhere else. */
interface SealPlace {
  accountId: number;
  publicId: string;
}

const utf8 = (text: string) => new TextEncoder().encode(text);

const derivation = (info: string) => ({
  name: "HKDF",
  hash: "SHA-256",
  salt: utf8(HKDF_SALT),
  info: utf8(info),
});

const rootOf = (secret: Bytes) =>
  crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey", "deriveBits"]);

async function accountKey(secret: Bytes, version: string, accountId: number): Promise<CryptoKey> {
  const how = derivation(`${version}:account:${accountId}`);
  const cipher = { name: "AES-GCM", length: 256 };
  return crypto.subtle.deriveKey(how, await rootOf(secret), cipher, false, ["encrypt", "decrypt"]);
}

/** The mark is part of the associated data, so that a row cannot be passed off as another version's or secret's. */
const parameters = (mark: string, iv: Bytes, { accountId, publicId }: SealPlace) => ({
  name: "AES-GCM",
  iv,
  additionalData: utf8(`${mark}:${accountId}:${publicId}`),
});

/** How everything begins that was sealed under this secret: `v2.` and a short id that tells nothing of it. */
export async function sealMark(secret: Bytes): Promise<string> {
  const derived = await crypto.subtle.deriveBits(derivation(`${VERSION}:kid`), await rootOf(secret), 256);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", derived));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${VERSION}.${hex.slice(0, KID_LENGTH)}`;
}

/** Encrypts a key for storage: AES-256-GCM under a key derived for the account, as `v2.<kid>.<base64>.<base64>`. */
export async function seal({ sealing }: KeySecrets, place: SealPlace, key: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const mark = await sealMark(sealing);
  const secret = await accountKey(sealing, VERSION, place.accountId);
  const ciphertext = await crypto.subtle.encrypt(parameters(mark, iv, place), secret, utf8(key));
  return `${mark}.${encodeBase64(iv)}.${encodeBase64(new Uint8Array(ciphertext))}`;
}

/**
 * Opens what `seal` made, also under a secret that was in use earlier.
 * @throws Error when it was sealed for another account or key, under an unknown secret, or was altered.
 */
export async function open(secrets: KeySecrets, place: SealPlace, sealed: string): Promise<string> {
  const [, mark = "", iv = "", ciphertext = ""] = FORM.exec(sealed) ?? [];
  const nonce = decodeBase64(iv);
  const bytes = decodeBase64(ciphertext);
  if (nonce?.length !== IV_BYTES || bytes === null) throw doesNotOpen(place);
  for (const secret of await secretsFor(secrets, mark)) {
    const key = await decrypt(secret, { mark, nonce, bytes, place });
    if (key !== null) return key;
  }
  throw doesNotOpen(place);
}

async function secretsFor({ sealing, earlierSealings = [] }: KeySecrets, mark: string): Promise<Bytes[]> {
  const known = [sealing, ...earlierSealings];
  if (mark === "v1") return known;
  const marks = await Promise.all(known.map(sealMark));
  return known.filter((_, at) => marks[at] === mark);
}

interface Sealed {
  mark: string;
  nonce: Bytes;
  bytes: Bytes;
  place: SealPlace;
}

async function decrypt(secret: Bytes, { mark, nonce, bytes, place }: Sealed): Promise<string | null> {
  const [version = ""] = mark.split(".");
  const key = await accountKey(secret, version, place.accountId);
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(parameters(mark, nonce, place), key, bytes));
  } catch {
    return null;
  }
}

const doesNotOpen = ({ publicId }: SealPlace) => new Error(`The sealed key of ${publicId} does not open.`);
