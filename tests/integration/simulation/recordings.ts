import type { Dice } from "./dice.ts";

/** A recording, of which only its first bytes and its length matter. */
export interface Recording {
  filename: string;
  type: string;
  /** One character per byte. */
  content: string;
  /** The most seconds that it can last; null for a format that says nothing about it. */
  mostSeconds: number | null;
}

const MP3_BYTES_PER_SECOND = 1_000;
const little = (value: number, bytes: number) =>
  String.fromCharCode(...Array.from({ length: bytes }, (_, i) => (value >> (8 * i)) & 0xff));

/** The head of a WAV with 1,024 samples per second in each channel. */
function wavHead(
  { coding, channels, bits }: { coding: number; channels: number; bits: number },
  list: string,
) {
  const align = (channels * bits) / 8;
  const about = [little(coding, 2), little(channels, 2), little(1_024, 4), little(1_024 * align, 4)].join("");
  const format = `fmt ${little(16, 4)}${about}${little(align, 2)}${little(bits, 2)}`;
  return `RIFF${little(0, 4)}WAVE${format}${list}data${little(0xffffffff, 4)}`;
}

const LIST = `LIST${little(4, 4)}INFO`;
const UNCOMPRESSED = 1;
const A_LAW = 6;
const FRAME = "\xff\xfb\x90\x00";
const TAG = `ID3\x03\x00\x00${"\x00".repeat(3)}\x07latched`;

/** A recording of about so many seconds if its format takes a usual number of bytes. */
export function drawRecording(seconds: number, dice: Dice): Recording {
  const wav = (coding: number, channels: number, bits: number): Recording => {
    const bytesPerSecond = (1_024 * channels * bits) / 8;
    const start = wavHead({ coding, channels, bits }, dice.chance(0.3) ? LIST : "");
    const content = start + "~".repeat(Math.max(1, seconds * bytesPerSecond - dice.int(0, 90)));
    const mostSeconds = coding === UNCOMPRESSED ? Math.ceil(content.length / bytesPerSecond) : null;
    return { filename: "a.wav", type: "audio/wav", content, mostSeconds };
  };
  const mp3 = (): Recording => {
    const start = dice.chance(0.3) ? TAG + FRAME : FRAME;
    const content = start + "~".repeat(seconds * MP3_BYTES_PER_SECOND - dice.int(0, 90));
    const mostSeconds = Math.ceil(content.length / MP3_BYTES_PER_SECOND);
    return { filename: "a.mp3", type: "audio/mpeg", content, mostSeconds };
  };
  const other = (start: string, length: number): Recording => ({
    filename: "a.ogg",
    type: "audio/ogg",
    content: start + "~".repeat(length),
    mostSeconds: null,
  });
  return {
    mono: () => wav(UNCOMPRESSED, 1, 8),
    stereo: () => wav(UNCOMPRESSED, 2, 16),
    compressed: () => wav(A_LAW, 1, 8),
    mp3,
    short: () => other("OggS", dice.int(0, 40_000)),
    // More than a declared minute can have.
    long: () => other("fLaC", dice.int(470_000, 530_000)),
  }[dice.weighted({ mono: 26, stereo: 6, compressed: 5, mp3: 26, short: 34, long: 3 })]();
}
