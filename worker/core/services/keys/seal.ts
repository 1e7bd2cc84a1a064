import { type Bytes, decodeBase64, encodeBase64, hex } from "#core/domain/encoding.ts";
import type { KeySecrets } from "#core/services/context.ts";

const VERSION = "v2";
const IV_BYTES = 12;
const HKDF_SALT = "latchkey/api-keys";
/** `v2.<kid>` names the secret that opens it; `v1`, no longer written, does not. */
const FORM = /^(v1|v2\.[0-9a-f]{8})\.([^.]*)\.([^.]*)$/;
const KID_LENGTH = 8;

interface SealOwner {
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

/** The mark is authenticated, so that a row can't pass for one of another version or secret. */
const parameters = (mark: string, iv: Bytes, { accountId, publicId }: SealOwner) => ({
  name: "AES-GCM",
  iv,
  additionalData: utf8(`${mark}:${accountId}:${publicId}`),
});

/** Prefix of everything sealed under this secret: `v2.` and an id that reveals nothing about it. */
export async function sealMark(secret: Bytes): Promise<string> {
  const derived = await crypto.subtle.deriveBits(derivation(`${VERSION}:kid`), await rootOf(secret), 256);
  const digest = await crypto.subtle.digest("SHA-256", derived);
  return `${VERSION}.${hex(digest).slice(0, KID_LENGTH)}`;
}

/** Encrypts a key with AES-256-GCM under its account's derived key, as `v2.<kid>.<base64>.<base64>`. */
export async function seal({ sealing }: KeySecrets, owner: SealOwner, key: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const mark = await sealMark(sealing);
  const secret = await accountKey(sealing, VERSION, owner.accountId);
  const ciphertext = await crypto.subtle.encrypt(parameters(mark, iv, owner), secret, utf8(key));
  return `${mark}.${encodeBase64(iv)}.${encodeBase64(new Uint8Array(ciphertext))}`;
}

/** Opens what `seal` made, also under an earlier secret. @throws Error when altered, or sealed for another key. */
export async function open(secrets: KeySecrets, owner: SealOwner, sealed: string): Promise<string> {
  const [, mark = "", iv = "", ciphertext = ""] = FORM.exec(sealed) ?? [];
  const nonce = decodeBase64(iv);
  const bytes = decodeBase64(ciphertext);
  if (nonce?.length !== IV_BYTES || bytes === null) throw doesNotOpen(owner);
  for (const secret of await secretsFor(secrets, mark)) {
    const key = await decrypt(secret, { mark, nonce, bytes, owner });
    if (key !== null) return key;
  }
  throw doesNotOpen(owner);
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
  owner: SealOwner;
}

async function decrypt(secret: Bytes, { mark, nonce, bytes, owner }: Sealed): Promise<string | null> {
  const [version = ""] = mark.split(".");
  const key = await accountKey(secret, version, owner.accountId);
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(parameters(mark, nonce, owner), key, bytes));
  } catch {
    return null;
  }
}

const doesNotOpen = ({ publicId }: SealOwner) => new Error(`The sealed key of ${publicId} does not open.`);
