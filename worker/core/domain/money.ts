export const MICROS_PER_DOLLAR = 1_000_000;
export const MICROS_PER_CENT = 10_000;

/** Integer micro-dollars as a dollar number for the wire. Its decimal text is exact up to 8 billion dollars. */
export function dollarsFromMicros(micros: number): number {
  return micros / MICROS_PER_DOLLAR;
}

/** Integer micro-dollars as a decimal of dollars with all six digits, exact up to 8 billion dollars. */
export function decimalDollars(micros: number): string {
  return dollarsFromMicros(micros).toFixed(6);
}
