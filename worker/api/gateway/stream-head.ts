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

/** Reads on until more than `most` bytes are there, or the end: at most one piece of the stream more than that. */
export async function readHead(
  stream: ReadableStream<Uint8Array>,
  most: number,
  read = readPlainly,
): Promise<StreamHead> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  for (let size = 0; size <= most; ) {
    const { done, value } = await read(reader);
    if (done) return { head: concatBytes(parts), rest: null };
    parts.push(value);
    size += value.byteLength;
  }
  return { head: concatBytes(parts), rest: reader };
}
