import { type Bytes, decodeBase64, encodeBase64 } from "#core/domain/base64.ts";

/** Also part of the associated data, so that a row cannot be passed off as another version's. */
const VERSION = "v1";
const IV_BYTES = 12;
const HKDF_SALT = "latchkey/api-keys";

/** Where a sealed key belongs; it opens nowhere else. */
interface SealPlace {
  accountId: number;
  publicId: string;
}

const utf8 = (text: string) => new TextEncoder().encode(text);

async function accountKey(sealing: Bytes, accountId: number): Promise<CryptoKey> {
  const root = await crypto.subtle.importKey("raw", sealing, "HKDF", false, ["deriveKey"]);
  const derivation = {
    name: "HKDF",
    hash: "SHA-256",
    salt: utf8(HKDF_SALT),
    info: utf8(`${VERSION}:account:${accountId}`),
  };
  return crypto.subtle.deriveKey(derivation, root, { name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
}

const parameters = (iv: Bytes, { accountId, publicId }: SealPlace) => ({
  name: "AES-GCM",
  iv,
  additionalData: utf8(`${VERSION}:${accountId}:${publicId}`),
});

/** Encrypts a key for storage: AES-256-GCM under a key derived for the account, as `v1.<base64>`. */
export async function seal(sealing: Bytes, place: SealPlace, key: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const secret = await accountKey(sealing, place.accountId);
  const ciphertext = await crypto.subtle.encrypt(parameters(iv, place), secret, utf8(key));
  return `${VERSION}.${encodeBase64(iv)}.${encodeBase64(new Uint8Array(ciphertext))}`;
}

/**
 * Opens what `seal` made.
 * @throws Error when it was sealed for another account or key, under another secret, or was altered.
 */
export async function open(sealing: Bytes, place: SealPlace, sealed: string): Promise<string> {
  const [version, iv, ciphertext] = sealed.split(".");
  const nonce = decodeBase64(iv ?? "");
  const bytes = decodeBase64(ciphertext ?? "");
  if (version !== VERSION || nonce?.length !== IV_BYTES || bytes === null) throw doesNotOpen(place);
  const secret = await accountKey(sealing, place.accountId);
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(parameters(nonce, place), secret, bytes));
  } catch {
    throw doesNotOpen(place);
  }
}

const doesNotOpen = ({ publicId }: SealPlace) => new Error(`The sealed key of ${publicId} does not open.`);
