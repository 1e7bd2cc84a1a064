import { logEvent } from "#worker/log.ts";
import { Books } from "./books.ts";
import type { MeterStore } from "./meter-store.ts";

/** The disk's fault, not that of what is on it: the object starts anew and finds it. */
const PASSING = /SQLITE_(IOERR|FULL|NOMEM|BUSY|LOCKED|INTERRUPT)/;

/** Storage that this code cannot read. It holds charges that libSQL does not have, so nothing in it is touched. */
export class UnreadableMeter extends Error {}

/**
 * The books as the object left them; null in one that was never used.
 * @param object whose they are, for the log.
 */
export function openBooks(store: MeterStore, object: string): Books | UnreadableMeter | null {
  try {
    const account = store.read();
    return account && new Books(store, account);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    if (PASSING.test(cause)) throw error;
    logEvent("error", { event: "meter_unreadable", worker: "api", object, cause });
    return new UnreadableMeter(`The account's meter cannot be read. ${cause}`);
  }
}
