/** Any MP3 frame and any recording accepted here takes at least so many bytes per second. */
const LEAST_BYTES_PER_SECOND = 1000;
/** 128 kbit/s, a usual rate of recordings. */
export const USUAL_BYTES_PER_SECOND = 16_000;
/** Enough for the headers of a recording. */
const HEAD_CHARS = 8192;
const PCM_FORMATS = new Set([1, 3]);
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * The most seconds that a recording in base64 can last; null when its size doesn't bound them. The bytes decide, not
 * the format that the client names, because providers look at the bytes, and a recording of silence in another format
 * takes next to none.
 */
export function mostSeconds(base64: unknown): number | null {
  if (typeof base64 !== "string") return null;
  const head = decodedHead(base64);
  if (head === null) return null;
  const padding = base64.endsWith("==") ? 2 : Number(base64.endsWith("="));
  const bytes = Math.floor(((base64.length - padding) * 3) / 4);
  return isMp3(head) || wavBytesPerSecond(head) !== null ? Math.ceil(bytes / LEAST_BYTES_PER_SECOND) : null;
}

/** How long a recording in base64 usually lasts, by its bytes; 0 for anything else. */
export function likelySeconds(base64: unknown): number {
  if (typeof base64 !== "string") return 0;
  const head = decodedHead(base64);
  const rate = (head === null ? null : wavBytesPerSecond(head)) ?? USUAL_BYTES_PER_SECOND;
  return Math.ceil((base64.length * 3) / 4 / rate);
}

/**
 * The most seconds that a recording of so many bytes can last, by its first ones; null when its size doesn't bound
 * them. Like `mostSeconds`, but uncompressed samples last exactly as long as their rate says.
 */
export function secondsWithin(head: Uint8Array, bytes: number): number | null {
  const rate = wavBytesPerSecond(head) ?? (isMp3(head) ? LEAST_BYTES_PER_SECOND : null);
  return rate === null ? null : Math.ceil(bytes / rate);
}

function decodedHead(base64: string): Uint8Array | null {
  const text = base64.slice(0, HEAD_CHARS);
  if (!BASE64.test(text) || text.length % 4 !== 0) return null;
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}

/** A frame of layer 3 with a bitrate: 11 bits of sync, a known version, layer 3, neither free nor forbidden bitrate. */
function isMp3(bytes: Uint8Array): boolean {
  const at = id3Length(bytes);
  const [sync = 0, version = 0, rate = 0] = bytes.subarray(at, at + 3);
  const layer3 = sync === 0xff && (version & 0xe6) === 0xe2 && (version & 0x18) !== 0x08;
  return layer3 && rate >> 4 !== 0 && rate >> 4 !== 15;
}

/** ID3v2 tags begin with their size in four times 7 bits, and a flag says whether a footer follows them. */
function id3Length(bytes: Uint8Array): number {
  if (String.fromCharCode(...bytes.subarray(0, 3)) !== "ID3") return 0;
  const [flags = 0, a = 0, b = 0, c = 0, d = 0] = bytes.subarray(5, 10);
  const footer = (flags & 0x10) === 0 ? 0 : 10;
  return 10 + ((a << 21) | (b << 14) | (c << 7) | d) + footer;
}

/**
 * RIFF with one description, of uncompressed samples at no less than the least rate, before the data: its bytes per
 * second, by whichever of its figures are lowest. Null for anything else.
 */
function wavBytesPerSecond(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (word(0) !== "RIFF" || word(8) !== "WAVE" || word(12) !== "fmt " || bytes.length < 44) return null;
  const channels = view.getUint16(22, true);
  const sampleBytes = Math.min(view.getUint16(32, true), (channels * view.getUint16(34, true)) / 8);
  const rate = Math.floor(view.getUint32(24, true) * sampleBytes);
  if (!PCM_FORMATS.has(view.getUint16(20, true)) || rate < LEAST_BYTES_PER_SECOND) return null;
  for (let at = 20 + view.getUint32(16, true); at + 8 <= bytes.length; ) {
    if (word(at) === "data") return rate;
    if (word(at) === "fmt ") return null;
    const size = view.getUint32(at + 4, true);
    at += 8 + size + (size % 2);
  }
  return null;
}
