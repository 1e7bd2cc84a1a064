import type { LiveMetering } from "#core/ports.ts";
import { within } from "#core/services/within.ts";
import { databaseUnavailable } from "#core/storage/database.ts";

/** The calls that services make to an account's object. The object runs in the gateway's worker. */
export interface AccountObject extends Rpc.DurableObjectBranded {
  /** Reads libSQL again. @returns whether it responded. */
  refresh: () => Promise<boolean>;
  standing: () => Promise<{ pending: number; heldMicros: number } | null>;
}

/** How long a response that only shows the amount held waits for it. */
const HELD_WITHIN_MS = 500;

/** The accounts' objects, as the use cases that change their terms know them. */
export const createMetering = (meters: DurableObjectNamespace<AccountObject>): LiveMetering => ({
  async refresh(meterName) {
    const done = await retryOnce(() => meters.getByName(meterName).refresh()).catch((cause: unknown) => {
      throw databaseUnavailable(cause);
    });
    if (!done) throw databaseUnavailable(new Error("The account's meter could not read the database."));
  },
  async inProgress(meterName) {
    const standing = async () => await meters.getByName(meterName).standing();
    const known = await within(HELD_WITHIN_MS, standing()).catch(() => null);
    return { requests: known?.pending ?? 0, heldMicros: known?.heldMicros ?? 0 };
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
    if (!isRepeatable(error)) throw error;
    return send();
  }
}

export const isRepeatable = (error: unknown) => !(error instanceof Error && "overloaded" in error);
