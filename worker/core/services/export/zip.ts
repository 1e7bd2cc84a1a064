import { makeZip } from "client-zip";

export interface ArchiveFile {
  name: string;
  /** Read once, when the archive has come to it. */
  text: AsyncIterable<string> | Iterable<string>;
}

/**
 * A ZIP archive that is made as it is read: a chunk at a time, and a file only once those before it are written. Nothing is
 * compressed. If a file fails, the stream fails, and the archive lacks the directory at its end.
 */
export const zipOf = (files: readonly ArchiveFile[], lastModified: Date): ReadableStream<Uint8Array> =>
  makeZip(files.map(({ name, text }) => ({ name, input: withoutEmpty(text), lastModified })));

/** client-zip takes an empty chunk for the end of its file. */
async function* withoutEmpty(chunks: ArchiveFile["text"]): AsyncGenerator<string, void> {
  for await (const chunk of chunks) if (chunk !== "") yield chunk;
}
