export type Bytes = Uint8Array<ArrayBuffer>;

export function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** The last letter before the padding has bits to spare; only the one where they are zero is canonical. */
const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

/** @returns null when the text is not what `encodeBase64` makes of any bytes (RFC 4648, sections 3.5 and 4). */
export function decodeBase64(text: string): Bytes | null {
  if (!CANONICAL.test(text)) return null;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
