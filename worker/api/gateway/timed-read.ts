import { within } from "./within.ts";

/** How long the next chunk of a response may take. */
export interface Patience {
  /** Between two chunks, in milliseconds. */
  idleMs: number;
  /** When the exchange must have ended, epoch ms. */
  deadline: number;
}

/** In milliseconds. @throws Error when the deadline has passed, also for what is there already. */
function patienceMs({ idleMs, deadline }: Patience): number {
  const left = deadline - Date.now();
  if (left <= 0) throw new Error("The request has lasted too long.");
  return Math.min(idleMs, left);
}

/**
 * Reads the next chunk.
 * @throws Error when it does not come in time; the source is then given up.
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
