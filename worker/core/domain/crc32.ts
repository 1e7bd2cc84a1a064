const REVERSED_POLYNOMIAL = 0xedb88320;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    remainder = remainder & 1 ? (remainder >>> 1) ^ REVERSED_POLYNOMIAL : remainder >>> 1;
  }
  return remainder;
});

/** CRC-32 (ISO-HDLC, as in zip and PNG) of ASCII text, as an unsigned integer. */
export function crc32(ascii: string): number {
  let remainder = 0xffffffff;
  for (let index = 0; index < ascii.length; index += 1) {
    remainder = (TABLE[(remainder ^ ascii.charCodeAt(index)) & 0xff] ?? 0) ^ (remainder >>> 8);
  }
  return (remainder ^ 0xffffffff) >>> 0;
}
