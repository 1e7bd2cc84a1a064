import { logEvent } from "#worker/log.ts";
import { MeterState } from "./meter-state.ts";
import type { MeterStore } from "./meter-store.ts";

/** Transient disk errors; a restart recovers. */
const PASSING = /SQLITE_(IOERR|FULL|NOMEM|BUSY|LOCKED|INTERRUPT)/;

/** Storage that this code cannot read. It holds charges that libSQL does not have, so nothing in it is touched. */
export class UnreadableMeter extends Error {}

/**
 * The state as the object left it; null in one that was never used.
 * @param object its id, for the log.
 */
export function openMeter(store: MeterStore, object: string): MeterState | UnreadableMeter | null {
  try {
    const account = store.read();
    return account && new MeterState(store, account);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    if (PASSING.test(cause)) throw error;
    logEvent("error", { event: "meter_unreadable", worker: "gateway", object, cause });
    return new UnreadableMeter(`The account's meter cannot be read. ${cause}`);
  }
}
