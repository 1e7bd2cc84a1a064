import { logEvent } from "#worker/log.ts";
import { Books } from "./books.ts";
import type { MeterStore } from "./meter-store.ts";

/** The disk's fault, not that of what is on it: the object starts anew and finds it. */
const PASSING = /SQLITE_(IOERR|FULL|NOMEM|BUSY|LOCKED|INTERRUPT)/;

/**
 * The books as the object left them; null in one that was never used.
 *
 * Of what cannot be read, nothing is kept: libSQL has everything but the last seconds, and an object without books
 * asks it.
 * @param object whose they are, for the log.
 */
export function openBooks(store: MeterStore, object: string): Books | null {
  try {
    const account = store.read();
    return account && new Books(store, account);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    if (PASSING.test(cause)) throw error;
    logEvent("error", { event: "meter_rebuilt", worker: "api", object, cause });
    store.wipe();
    return null;
  }
}
