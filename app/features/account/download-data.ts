import { api } from "#app/lib/api-client.ts";
import { apiErrorOf } from "#app/lib/api-error.ts";
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
    const body = await fetchArchive(signal);
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

async function fetchArchive(signal: AbortSignal) {
  const typedResponse = await api.api.account.export.$get({}, { init: { signal } });
  // At run time it is the Response of `fetch`; the client only narrows its type.
  const response = typedResponse as unknown as Response;
  if (!response.ok || !response.body) throw await apiErrorOf(response);
  return response.body;
}

const today = () => new Date().toISOString().slice(0, "2026-11-28".length);
