export const MICROS_PER_DOLLAR = 1_000_000;
export const MICROS_PER_CENT = 10_000;

/** Integer micro-dollars as a dollar number for the wire. Its decimal text is exact up to 8 billion dollars. */
export function dollarsFromMicros(micros: number): number {
  return micros / MICROS_PER_DOLLAR;
}

/** The micro-dollar nearest to a dollar number of the wire: the one that was meant, up to 8 billion dollars. */
export const microsFromDollars = (dollars: number) => Math.round(dollars * MICROS_PER_DOLLAR);

/** Integer micro-dollars as a decimal of dollars with all six digits, exact up to 8 billion dollars. */
export function decimalDollars(micros: number): string {
  return dollarsFromMicros(micros).toFixed(6);
}
