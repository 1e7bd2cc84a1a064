import { within } from "#core/services/within.ts";

/** Limits on the wait for the next chunk. */
export interface Patience {
  /** Between two chunks, in milliseconds. */
  idleMs: number;
  /** End of the exchange, epoch ms. */
  deadline: number;
}

/** In milliseconds. @throws Error when the deadline has passed, even if a chunk is ready. */
function patienceMs({ idleMs, deadline }: Patience): number {
  const left = deadline - Date.now();
  if (left <= 0) throw new Error("The request has lasted too long.");
  return Math.min(idleMs, left);
}

/**
 * Reads the next chunk.
 * @throws Error when it is late; the source is then cancelled.
 */
export async function timedRead(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  patience: Patience,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  try {
    return await within(patienceMs(patience), reader.read());
  } catch (error) {
    reader.cancel(error).catch(() => {});
    throw error;
  }
}
