import { saveFile } from "./save-file.ts";

interface FileKind {
  description: string;
  type: string;
  extension: `.${string}`;
}

export const CSV_FILE: FileKind = { description: "CSV file", type: "text/csv", extension: ".csv" };
export const ZIP_FILE: FileKind = {
  description: "ZIP archive",
  type: "application/zip",
  extension: ".zip",
};

/** Only in some browsers, and not in TypeScript’s types yet (https://wicg.github.io/file-system-access/). */
interface FilePicker {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }) => Promise<ChosenFile>;
}
interface ChosenFile extends FileSystemFileHandle {
  remove?: () => Promise<void>;
}

/**
 * Writes a file to the place the reader chose, so that large files do not fill the memory. Browsers that cannot
 * do that collect it in memory and download it on closing. An aborted file is discarded.
 * @returns null if the reader cancelled the file dialog.
 */
export async function openFile(
  name: string,
  { description, type, extension }: FileKind,
): Promise<WritableStream<Uint8Array> | null> {
  const { showSaveFilePicker } = globalThis as FilePicker;
  if (!showSaveFilePicker) return inMemory(name, type);
  try {
    const types = [{ description, accept: { [type]: [extension] } }];
    return await onDisk(await showSaveFilePicker({ suggestedName: name, types }));
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    throw error;
  }
}

/** Content appears only on closing, but the browser has already created an empty file, which `abort` removes. */
async function onDisk(file: ChosenFile): Promise<WritableStream<Uint8Array>> {
  const writer = (await file.createWritable()).getWriter();
  return new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (chunk) => writer.write(chunk),
    close: () => writer.close(),
    async abort(reason) {
      await writer.abort(reason);
      if ((await file.getFile()).size === 0) await file.remove?.();
    },
  });
}

function inMemory(name: string, type: string): WritableStream<Uint8Array> {
  const chunks: BlobPart[] = [];
  return new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (chunk) => void chunks.push(chunk),
    close: () => saveFile(new Blob(chunks, { type }), name),
  });
}

/** Passes chunks through and reports the number of bytes so far. */
export function counting(onBytes: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      onBytes(bytes);
      controller.enqueue(chunk);
    },
  });
}
