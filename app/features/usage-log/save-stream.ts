import { saveFile } from "#app/features/billing/save-file.ts";

const CSV = "text/csv";

/** TypeScript does not know it yet (https://wicg.github.io/file-system-access/); only some browsers have it. */
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
 * Where a CSV file may flow to: the file the reader chose, so that no size fills the memory; where the browser cannot
 * do that, the memory, and on closing a download. Of what is aborted nothing is left. Null when the reader changed
 * their mind.
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

/** What is written shows in the file only once it is closed; but the browser has made an empty one already. */
async function onDisk(file: ChosenFile): Promise<WritableStream<Uint8Array>> {
  const writer = (await file.createWritable()).getWriter();
  return new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (part) => writer.write(part),
    close: () => writer.close(),
    async abort(reason) {
      await writer.abort(reason);
      if ((await file.getFile()).size === 0) await file.remove?.();
    },
  });
}

function inMemory(name: string): WritableStream<Uint8Array> {
  const parts: BlobPart[] = [];
  return new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (part) => void parts.push(part),
    close: () => saveFile(new Blob(parts, { type: CSV }), name),
  });
}

/** Passes everything on, telling how many bytes it was so far. */
export function counting(onBytes: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(part, out) {
      bytes += part.byteLength;
      onBytes(bytes);
      out.enqueue(part);
    },
  });
}
