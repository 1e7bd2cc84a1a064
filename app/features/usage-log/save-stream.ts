import { saveFile } from "#app/features/billing/save-file.ts";

const CSV = "text/csv";

/** TypeScript does not know it yet (https://wicg.github.io/file-system-access/); only some browsers have it. */
interface FilePicker {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }) => Promise<FileSystemFileHandle>;
}

/**
 * Where a CSV file may flow to: the file the reader chose, so that no size fills the memory; where the browser cannot
 * do that, the memory, and on closing a download. Null when the reader changed their mind.
 */
export async function openFile(name: string): Promise<WritableStream<Uint8Array> | null> {
  const { showSaveFilePicker } = globalThis as FilePicker;
  if (!showSaveFilePicker) return inMemory(name);
  try {
    const types = [{ description: "CSV file", accept: { [CSV]: [".csv"] } }];
    const file = await showSaveFilePicker({ suggestedName: name, types });
    return await file.createWritable();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    throw error;
  }
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
