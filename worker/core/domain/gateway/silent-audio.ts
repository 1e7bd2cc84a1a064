/** MPEG 1, layer 3, 128 kbit/s, 44,100 Hz, mono: with nothing but zeros behind its head, a frame is silent. */
const MP3_HEAD = [0xff, 0xfb, 0x90, 0xc4];
const MP3_FRAME_BYTES = 417;
const MP3_FRAME_SECONDS = 1152 / 44_100;
const WAV_HEAD_BYTES = 44;
const SAMPLES_PER_SECOND = 8_000;
const SAMPLE_BYTES = 2;

/** A silent recording in MP3 of at least so many seconds. */
export function silentMp3(seconds: number): Uint8Array<ArrayBuffer> {
  const frames = Math.max(1, Math.ceil(seconds / MP3_FRAME_SECONDS));
  const bytes = new Uint8Array(frames * MP3_FRAME_BYTES);
  for (let frame = 0; frame < frames; frame += 1) bytes.set(MP3_HEAD, frame * MP3_FRAME_BYTES);
  return bytes;
}

/** A silent recording as samples of 16 bits, 8,000 a second. */
export const silentSamples = (seconds: number) =>
  new Uint8Array(Math.ceil(seconds * SAMPLES_PER_SECOND) * SAMPLE_BYTES);

/** A silent recording in WAV (http://soundfile.sapp.org/doc/WaveFormat/). */
export function silentWav(seconds: number): Uint8Array<ArrayBuffer> {
  const samples = silentSamples(seconds);
  const bytes = new Uint8Array(WAV_HEAD_BYTES + samples.length);
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  word(0, "RIFF");
  view.setUint32(4, WAV_HEAD_BYTES - 8 + samples.length, true);
  word(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLES_PER_SECOND, true);
  view.setUint32(28, SAMPLES_PER_SECOND * SAMPLE_BYTES, true);
  view.setUint16(32, SAMPLE_BYTES, true);
  view.setUint16(34, SAMPLE_BYTES * 8, true);
  word(36, "data");
  view.setUint32(40, samples.length, true);
  return bytes;
}
