const VARIABLE = "LATCHKEY_TEST_SLOWNESS";

/** For this process and all that it starts: how many times slower than usual the machine is, as it was measured. */
export function noteSlowness(slowness: number): void {
  process.env[VARIABLE] = String(slowness);
}

/** A limit of the tests that no machine should reach: it only ends what hangs. */
export const limitMs = (usualMs: number) =>
  Math.ceil(usualMs * Number(globalThis.process?.env[VARIABLE] ?? 1));
