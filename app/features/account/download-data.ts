import { api, fileStream } from "#app/lib/api-client.ts";
import { counting, openFile, ZIP_FILE } from "#app/lib/save-stream.ts";
import { accountMessages } from "./messages.ts";

interface Download {
  signal: AbortSignal;
  onBytes: (bytes: number) => void;
}

/**
 * Saves the archive as it arrives. An incomplete one is discarded. @returns false if the reader has canceled it.
 * @throws ApiError; Error in the reader's words if the download is interrupted.
 */
export async function downloadData({ signal, onBytes }: Download): Promise<boolean> {
  // First of all: browsers let the reader choose a file only right after a press.
  const file = await openFile(`latchkey-data-${today()}.zip`, ZIP_FILE);
  if (file === null) return false;
  try {
    const body = await fileStream(api.api.account.export.$get({}, { init: { signal } }));
    await body
      .pipeThrough(counting(onBytes))
      .pipeTo(file, { signal })
      .catch(() => {
        throw new Error(accountMessages.data.interrupted);
      });
    return true;
  } catch (error) {
    // `pipeTo` aborts the file itself, but it may not have started.
    if (!file.locked) await file.abort().catch(() => undefined);
    if (signal.aborted) return false;
    throw error;
  }
}

const today = () => new Date().toISOString().slice(0, "2026-11-28".length);
