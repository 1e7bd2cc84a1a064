import fc from "fast-check";

/** Where a text may be cut: many places, often next to each other, each taken modulo the text's length. */
export const cuts = fc.oneof(
  fc.array(fc.nat(10_000), { maxLength: 12 }),
  fc.tuple(fc.nat(10_000), fc.nat(40)).map(([at, n]) => Array.from({ length: n }, (_, i) => at + i)),
);

/** The bytes in pieces that begin at these places. */
export function cutInPieces(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const places = [...new Set(at.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, i) => bytes.slice(from, places[i] ?? bytes.length));
}
