import type { LiveMetering } from "#core/ports.ts";
import { within } from "#core/services/within.ts";
import { databaseUnavailable } from "#core/storage/database.ts";
import type { MeterOf } from "../metering.ts";
import type { Meter } from "./meter.ts";

type Meters = DurableObjectNamespace<Meter>;

/** What `/v1` asks before it forwards: the object that is named by the route of the key's account. */
export const metersOf =
  (meters: Meters): MeterOf =>
  (route) => ({
    admit: (request, settlements) =>
      twice(async () => await meters.getByName(route).admit(route, request, settlements)),
    settle: (settlements) => twice(async () => await meters.getByName(route).settle(settlements)),
    progress: (settlement) => twice(async () => await meters.getByName(route).progress(settlement)),
    allows: (keyHashes, origin) =>
      twice(async () => await meters.getByName(route).allows(route, keyHashes, origin)),
  });

/** How long an answer that only shows what is held waits for it. */
const HELD_WITHIN_MS = 500;

/** The same objects, as the use cases that change what they judge by know them. */
export const createMetering = (meters: Meters): LiveMetering => ({
  async refresh(route) {
    const done = await twice(() => meters.getByName(route).refresh()).catch((cause: unknown) => {
      throw databaseUnavailable(cause);
    });
    if (!done) throw databaseUnavailable(new Error("The account's meter could not read the database."));
  },
  async held(route) {
    const standing = async () => await meters.getByName(route).standing();
    const known = await within(HELD_WITHIN_MS, standing()).catch(() => null);
    return known?.heldMicros ?? 0;
  },
});

/**
 * An object that a deployment or a move has just ended answers the second time. Nothing is done twice by it: a request
 * is admitted once, settled once, and read again as often as anyone likes.
 */
async function twice<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && "overloaded" in error) throw error;
    return ask();
  }
}
