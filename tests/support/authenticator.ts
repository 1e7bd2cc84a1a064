import { setTimeout } from "node:timers/promises";
import { TOTP } from "otpauth";

const PERIOD_MS = 30_000;

/** The code an authenticator app shows for `secret` at a given time. */
export const codeFor = (secret: string, at = Date.now()): string =>
  new TOTP({ secret }).generate({ timestamp: at });

/**
 * An app that was set up with `secret`. A code is accepted once, so each call returns the code of an unused
 * step: the current one, then the next one (clocks may differ by one step); a further one takes a wait of up
 * to 30 s.
 */
export function authenticator(secret: string) {
  let given = 0;
  return {
    async nextCode(): Promise<string> {
      const step = Math.max(Math.floor(Date.now() / PERIOD_MS), given + 1);
      given = step;
      const acceptedFrom = (step - 1) * PERIOD_MS;
      await setTimeout(Math.max(0, acceptedFrom - Date.now()));
      return codeFor(secret, step * PERIOD_MS);
    },
  };
}
