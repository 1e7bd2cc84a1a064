const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The largest multiple of 62 that a byte can hold; bytes from here on would favour the first characters. */
const UNBIASED_BELOW = 248;

type RandomBytes = (count: number) => Uint8Array;
const secureRandomBytes: RandomBytes = (count) => crypto.getRandomValues(new Uint8Array(count));

/** `length` base62 characters, each equally likely: bytes that would bias the draw are thrown away. */
export function randomBase62(length: number, randomBytes: RandomBytes = secureRandomBytes): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < UNBIASED_BELOW) text += ALPHABET.charAt(byte % 62);
    }
  }
  return text;
}

/**
 * A non-negative integer in base62, padded with zeros to `width` characters.
 * @throws RangeError when it does not fit.
 */
export function encodeBase62(value: bigint, width: number): string {
  let text = "";
  let rest = value;
  for (let place = 0; place < width; place += 1) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  if (value < 0n || rest > 0n) throw new RangeError(`The number does not fit in ${width} base62 characters.`);
  return text;
}
