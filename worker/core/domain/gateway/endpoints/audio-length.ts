/** Any MP3 frame and any recording accepted here takes at least so many bytes per second. */
const LEAST_BYTES_PER_SECOND = 1000;
/** 128 kbit/s, a usual rate of recordings. */
export const USUAL_BYTES_PER_SECOND = 16_000;
/** Enough for the headers of a recording. */
const HEAD_CHARS = 8192;
const PCM_FORMATS = new Set([1, 3]);
/** Decoders fill in what a shorter description lacks. */
const FORMAT_BYTES = 16;
const SAMPLE_BITS = new Set([8, 16, 24, 32, 64]);
/** 96,000 samples a second, eight channels, 32 bits. With a higher rate, any recording would look short. */
const MOST_BYTES_PER_SECOND = 3_072_000;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * How many seconds a recording in base64 lasts: at most, null when its size doesn't bound them, and probably. The bytes
 * decide, not the format that the client names, because providers look at the bytes, and a recording of silence in
 * another format takes next to none. What probably counts are a sample's rate and the frames of MP3. They bound nothing:
 * decoders may begin elsewhere, and look for other formats behind the head of a WAV.
 */
export function recordingSeconds(base64: unknown): { most: number | null; likely: number } {
  if (typeof base64 !== "string") return { most: null, likely: 0 };
  const head = decodedHead(base64);
  const bytes = bytesOf(base64);
  const most = Math.ceil(bytes / LEAST_BYTES_PER_SECOND);
  const usual = Math.ceil(bytes / USUAL_BYTES_PER_SECOND);
  const rate = head === null ? null : wavBytesPerSecond(head);
  if (rate !== null) return { most, likely: Math.ceil(bytes / rate) };
  if (head === null || !isMp3(head)) return { most: null, likely: usual };
  const { seconds, framed } = mp3Frames(base64, id3Length(head));
  const rest = Math.max(0, bytes - framed) / USUAL_BYTES_PER_SECOND;
  return { most, likely: Math.ceil(seconds + rest) };
}

const bytesOf = (base64: string) =>
  Math.floor(((base64.length - (base64.endsWith("==") ? 2 : Number(base64.endsWith("=")))) * 3) / 4);

/**
 * The most seconds that a recording of so many bytes can last, by its first ones; null when its size doesn't bound
 * them. Of MP3 it is the length at the least rate.
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

function isMp3(bytes: Uint8Array): boolean {
  const at = id3Length(bytes);
  return frameOf(bytes.subarray(at, at + FRAME_HEAD)) !== null;
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
  const whole = view.getUint32(16, true) >= FORMAT_BYTES && SAMPLE_BITS.has(view.getUint16(34, true));
  if (!whole || !PCM_FORMATS.has(view.getUint16(20, true))) return null;
  if (rate < LEAST_BYTES_PER_SECOND || rate > MOST_BYTES_PER_SECOND) return null;
  for (let at = 20 + view.getUint32(16, true); at + 8 <= bytes.length; ) {
    if (word(at) === "data") return rate;
    if (word(at) === "fmt ") return null;
    const size = view.getUint32(at + 4, true);
    at += 8 + size + (size % 2);
  }
  return null;
}

const [KBPS_OF_MPEG_1, KBPS_OF_MPEG_2] = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const SAMPLE_RATES = [44_100, 48_000, 32_000];
const FRAME_HEAD = 4;
/** A frame at 32 kbit/s. Shorter ones are rare, and reading a body full of them would take too long. */
const LEAST_FRAME_BYTES = 96;

/** How long the frames of layer 3 last that follow each other from there on, and how many bytes they take. */
function mp3Frames(base64: string, start: number): { seconds: number; framed: number } {
  let [at, seconds] = [start, 0];
  const next = () => frameOf([byteAt(base64, at), byteAt(base64, at + 1), byteAt(base64, at + 2)]);
  for (let frame = next(); frame !== null && frame.bytes >= LEAST_FRAME_BYTES; frame = next()) {
    seconds += frame.seconds;
    at += frame.bytes;
  }
  return { seconds, framed: at - start };
}

/**
 * The frame of layer 3 that begins with these bytes (http://www.mp3-tech.org/programmer/frame_header.html): 11 bits of
 * sync, a known version, neither free nor forbidden rates. Null for anything else.
 */
function frameOf([sync = 0, version = 0, rate = 0]: ArrayLike<number> & Iterable<number>) {
  const isFirst = (version & 0x18) === 0x18;
  const kbps = (isFirst ? KBPS_OF_MPEG_1 : KBPS_OF_MPEG_2)?.[rate >> 4] ?? 0;
  const ofFirst = SAMPLE_RATES[(rate >> 2) & 3];
  const layer3 = sync === 0xff && (version & 0xe6) === 0xe2 && (version & 0x18) !== 0x08;
  if (!layer3 || kbps === 0 || ofFirst === undefined) return null;
  const samplesPerSecond = ofFirst / (isFirst ? 1 : (version & 0x18) === 0x10 ? 2 : 4);
  const samples = isFirst ? 1152 : 576;
  const bytes = Math.floor((samples * kbps * 125) / samplesPerSecond) + ((rate >> 1) & 1);
  return { bytes, seconds: samples / samplesPerSecond };
}

const SEXTETS = new Uint8Array(128);
for (const [value, sign] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries())
  SEXTETS[sign.charCodeAt(0)] = value;

/** One byte of a valid text; 0 behind its end. */
function byteAt(base64: string, at: number): number {
  const first = Math.floor((at * 4) / 3);
  const sextet = (index: number) => SEXTETS[base64.charCodeAt(index)] ?? 0;
  return (((sextet(first) << 6) | sextet(first + 1)) >> (4 - ((at * 8) % 6))) & 0xff;
}
