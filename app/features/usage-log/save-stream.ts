import { saveFile } from "#app/lib/save-file.ts";

const CSV = "text/csv";

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
 * Writes a CSV file to the place the reader chose, so that large files do not fill the memory. Browsers that cannot
 * do that collect it in memory and download it on closing. An aborted file is discarded.
 * @returns null if the reader cancelled the file dialog.
 */
export async function openFile(name: string): Promise<WritableStream<Uint8Array> | null> {
  const { showSaveFilePicker } = globalThis as FilePicker;
  if (!showSaveFilePicker) return inMemory(name);
  try {
    const types = [{ description: "CSV file", accept: { [CSV]: [".csv"] } }];
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

function inMemory(name: string): WritableStream<Uint8Array> {
  const chunks: BlobPart[] = [];
  return new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (chunk) => void chunks.push(chunk),
    close: () => saveFile(new Blob(chunks, { type: CSV }), name),
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
