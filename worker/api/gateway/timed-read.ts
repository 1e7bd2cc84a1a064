import { within } from "./within.ts";

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** From admission to the end of the answer. The account's object takes what lasts longer for lost. */
export const EXCHANGE_MAX_MS = 600_000;

interface Patience {
  idleMs: number;
  /** Epoch ms. */
  startedAt: number;
}

/** How long the next piece of what began at `startedAt` may take, in milliseconds. */
export const patienceMs = ({ idleMs, startedAt }: Patience) =>
  Math.min(idleMs, startedAt + EXCHANGE_MAX_MS - Date.now());

/**
 * Reads pieces no more than `idleMs` apart, of an answer to what began at `startedAt` (epoch ms).
 * @throws Error when the next one does not come in time; the source is then given up.
 */
export const timedRead =
  (patience: Patience) =>
  async (reader: Reader): Promise<ReadableStreamReadResult<Uint8Array>> => {
    try {
      return await within(patienceMs(patience), reader.read());
    } catch (error) {
      reader.cancel(error).catch(() => {});
      throw error;
    }
  };
