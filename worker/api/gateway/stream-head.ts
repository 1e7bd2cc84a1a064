import { concatBytes } from "#core/domain/gateway/concat-bytes.ts";

export interface StreamHead {
  head: Uint8Array;
  /** What follows; null when the head is all of it. */
  rest: ReadableStreamDefaultReader<Uint8Array> | null;
}

type Read = (
  reader: ReadableStreamDefaultReader<Uint8Array>,
) => Promise<ReadableStreamReadResult<Uint8Array>>;
const readPlainly: Read = (reader) => reader.read();

/** Reads until more than `most` bytes are there, or the end: at most one piece of the stream more than that. */
export const readHead = (
  stream: ReadableStream<Uint8Array>,
  most: number,
  read = readPlainly,
): Promise<StreamHead> => readOn({ head: new Uint8Array(), rest: stream.getReader() }, most, read);

/** Makes a head longer that was too short. */
export async function readOn(
  { head, rest }: StreamHead,
  most: number,
  read = readPlainly,
): Promise<StreamHead> {
  const parts = head.byteLength > 0 ? [head] : [];
  for (let size = head.byteLength; rest !== null && size <= most; ) {
    const { done, value } = await read(rest);
    if (done) return { head: concatBytes(parts), rest: null };
    parts.push(value);
    size += value.byteLength;
  }
  return { head: concatBytes(parts), rest };
}
