const VARIABLE = "LATCHKEY_TEST_SLOWNESS";

export const slownessVariable = (slowness: number) => ({ [VARIABLE]: String(slowness) });

/** How many times slower than usual this machine is, as `npm test` measured it before its stages; otherwise 1. */
const slowness = Number(globalThis.process?.env[VARIABLE] ?? 1);

/** A limit of the tests that no machine should reach: it only ends what hangs. */
export const limitMs = (usualMs: number) => usualMs * slowness;
