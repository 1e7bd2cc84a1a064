const REVERSED_POLYNOMIAL = 0xedb88320;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    remainder = remainder & 1 ? (remainder >>> 1) ^ REVERSED_POLYNOMIAL : remainder >>> 1;
  }
  return remainder;
});

// The last letter before the padding has spare bits, which are zero in canonical base64.
const CANONICAL_BASE64 =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

const BASE62_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
// The largest multiple of 62 that a byte can hold; bytes from here on would favour the first characters.
const UNBIASED_BELOW = 248;

type RandomBytes = (count: number) => Uint8Array;
const secureRandomBytes: RandomBytes = (count) => crypto.getRandomValues(new Uint8Array(count));

/** `length` base62 characters, all equally likely: bytes that would bias the choice are discarded. */
export function randomBase62(length: number, randomBytes: RandomBytes = secureRandomBytes): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < UNBIASED_BELOW) text += BASE62_ALPHABET.charAt(byte % 62);
    }
  }
  return text;
}

/** A non-negative integer in base62, zero-padded to `width` characters. @throws RangeError when it does not fit. */
export function encodeBase62(value: bigint, width: number): string {
  let text = "";
  let rest = value;
  for (let digit = 0; digit < width; digit += 1) {
    text = BASE62_ALPHABET.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  if (value < 0n || rest > 0n) throw new RangeError(`The number does not fit in ${width} base62 characters.`);
  return text;
}

export type Bytes = Uint8Array<ArrayBuffer>;

export const encodeBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/** @returns null unless the text is canonical base64 (RFC 4648, sections 3.5 and 4). */
export function decodeBase64(text: string): Bytes | null {
  if (!CANONICAL_BASE64.test(text)) return null;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Base64 for URLs, without padding (RFC 4648, section 5). */
export const encodeBase64Url = (bytes: Uint8Array) =>
  encodeBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** @returns null unless the text is what `encodeBase64Url` returns for some bytes. */
export function decodeBase64Url(text: string): Bytes | null {
  if (/[+/=]/.test(text)) return null;
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return decodeBase64(base64.padEnd(Math.ceil(base64.length / 4) * 4, "="));
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Lower-case hexadecimal, two digits per byte. */
export function hex(bytes: ArrayBuffer | Uint8Array): string {
  let text = "";
  for (const byte of new Uint8Array(bytes)) text += HEX[byte];
  return text;
}

/** CRC-32 (ISO-HDLC, as in zip and PNG) of ASCII text, as an unsigned integer. */
export function crc32(ascii: string): number {
  let remainder = 0xffffffff;
  for (let index = 0; index < ascii.length; index += 1) {
    remainder = (CRC_TABLE[(remainder ^ ascii.charCodeAt(index)) & 0xff] ?? 0) ^ (remainder >>> 8);
  }
  return (remainder ^ 0xffffffff) >>> 0;
}

const CHECKSUM_LENGTH = 6;

/** The last six characters of a key or token, from everything before them: their CRC-32 in base62. */
export const checksumOf = (body: string) => encodeBase62(BigInt(crc32(body)), CHECKSUM_LENGTH);

/** Whether a key or token ends with its checksum. */
export const hasChecksum = (text: string) =>
  checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);

const sha256 = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

/** Compares in constant time: the duration reveals neither where the texts differ nor their lengths. */
export async function equalSecrets(a: string, b: string): Promise<boolean> {
  const [left, right] = await Promise.all([sha256(a), sha256(b)]);
  return left.reduce((difference, byte, i) => difference | (byte ^ (right[i] ?? 0)), 0) === 0;
}
