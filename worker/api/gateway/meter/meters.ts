import type { Metering } from "#core/ports.ts";
import { databaseUnavailable } from "#core/storage/database.ts";
import type { MeterOf } from "../metering.ts";
import type { Meter } from "./meter.ts";

type Meters = DurableObjectNamespace<Meter>;

/** What `/v1` asks before it forwards: the object that is named by the route of the key's account. */
export const metersOf =
  (meters: Meters): MeterOf =>
  (route) => {
    const meter = meters.getByName(route);
    return {
      admit: (request, settlements) => meter.admit(route, request, settlements),
      settle: (settlements) => meter.settle(settlements),
    };
  };

/** The same objects, as the use cases that change what they judge by know them. */
export const createMetering = (meters: Meters): Metering => ({
  async refresh(route) {
    const ask = () => meters.getByName(route).refresh();
    // An object that is being moved or updated fails the calls under way, and answers the next.
    const done = await ask()
      .catch(ask)
      .catch((cause: unknown) => {
        throw databaseUnavailable(cause);
      });
    if (!done) throw databaseUnavailable(new Error("The account's meter could not read the database."));
  },
});
