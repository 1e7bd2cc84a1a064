import { RATE_LIMIT } from "#core/domain/gateway/rate-window.ts";
import type { LiveMetering } from "#core/ports.ts";
import { within } from "#core/services/within.ts";
import { databaseUnavailable } from "#core/storage/database.ts";
import type { Identified, MeterOf, Refused, RefuseRequest } from "../metering.ts";
import type { Meter } from "./meter.ts";

type Meters = DurableObjectNamespace<Meter>;

/** The objects as `/v1` uses them: each is named by the route in its account's keys. */
export const metersOf =
  (meters: Meters): MeterOf =>
  (meterName) => ({
    identify: (keyHashes, origin) =>
      retryOnce(async () => await meters.getByName(meterName).identify(meterName, keyHashes, origin)).catch(
        orWithout<Identified>({ known: true, page: null, showsBalance: true }),
      ),
    admit: (request, settlements) =>
      retryOnce(async () => await meters.getByName(meterName).admit(meterName, request, settlements)),
    refuse: (request) =>
      retryOnce(async () => await meters.getByName(meterName).refuse(meterName, request)).catch(
        orWithout<Refused<RefuseRequest["code"]>>(uncounted(request)),
      ),
    settle: (settlements) => retryOnce(async () => await meters.getByName(meterName).settle(settlements)),
    progress: (settlement) => retryOnce(async () => await meters.getByName(meterName).progress(settlement)),
    allows: (keyHashes, origin) =>
      retryOnce(async () => await meters.getByName(meterName).allows(meterName, keyHashes, origin)),
  });

/** During a deployment, an object may still run earlier code. */
const NO_SUCH_METHOD = /RPC receiver does not implement/;

function orWithout<Result>(result: Result): (error: unknown) => Result {
  return (error) => {
    if (error instanceof Error && NO_SUCH_METHOD.test(error.message)) return result;
    throw error;
  };
}

const uncounted = ({ code }: RefuseRequest) => ({
  ...{ admitted: false as const, code, page: null, balanceMicros: null },
  ...{ limit: RATE_LIMIT, remaining: RATE_LIMIT, resetMs: 0 },
});

/** How long a response that only shows the amount held waits for it. */
const HELD_WITHIN_MS = 500;

/** The same objects, as the use cases that change their terms know them. */
export const createMetering = (meters: Meters): LiveMetering => ({
  async refresh(meterName) {
    const done = await retryOnce(() => meters.getByName(meterName).refresh()).catch((cause: unknown) => {
      throw databaseUnavailable(cause);
    });
    if (!done) throw databaseUnavailable(new Error("The account's meter could not read the database."));
  },
  async held(meterName) {
    const standing = async () => await meters.getByName(meterName).standing();
    const known = await within(HELD_WITHIN_MS, standing()).catch(() => null);
    return known?.heldMicros ?? 0;
  },
});

/**
 * An object that a deployment or a move has just ended responds to the second call. Repeating is safe: a request is
 * admitted once, counted as refused once and settled once, and terms can be read any number of times.
 */
async function retryOnce<Response>(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Error && "overloaded" in error) throw error;
    return send();
  }
}
