/** By default, the provider fails one of this many requests. */
export const FAIL_EVERY = 50;

/** The other errors of each 50 requests: two mistakes of the client's, and one request too many for the provider. */
const PERIOD = 50;
const ERRORS: Partial<Record<number, number>> = { 20: 400, 40: 400, 45: 429 };

/**
 * The status with which the provider refuses a request, or null if it accepts it. Requests are counted from 1. The provider's
 * own errors come so late and so far apart that no alert fires, wherever its 15 minutes begin and however short runs are.
 * @param failEvery 0 if the provider should never fail.
 */
export function errorStatusOf(number: number, failEvery: number): number | null {
  if (failEvery > 0 && number % failEvery === 0) return 500;
  return ERRORS[number % PERIOD] ?? null;
}
