import type { Metering } from "#core/ports.ts";
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
  });

/** The same objects, as the use cases that change what they judge by know them. */
export const createMetering = (meters: Meters): Metering => ({
  async refresh(route) {
    const done = await twice(() => meters.getByName(route).refresh()).catch((cause: unknown) => {
      throw databaseUnavailable(cause);
    });
    if (!done) throw databaseUnavailable(new Error("The account's meter could not read the database."));
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
