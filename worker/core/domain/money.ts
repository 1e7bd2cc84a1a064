export const MICROS_PER_DOLLAR = 1_000_000;
export const MICROS_PER_CENT = 10_000;

/** Integer micro-dollars as a dollar number for the wire. Exact up to 2^53 micros (9 billion dollars). */
export function dollarsFromMicros(micros: number): number {
  return micros / MICROS_PER_DOLLAR;
}

/**
 * A dollar amount from the wire as integer cents.
 * @returns null when the value is not a finite number of whole cents.
 */
export function centsFromDollars(dollars: number): number | null {
  const cents = Math.round(dollars * 100);
  if (!Number.isSafeInteger(cents)) return null;
  return Math.abs(cents - dollars * 100) < 1e-6 ? cents : null;
}
