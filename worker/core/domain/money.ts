export const MICROS_PER_DOLLAR = 1_000_000;
export const MICROS_PER_CENT = 10_000;

// All conversions are exact up to 8 billion dollars.

/** Integer micro-dollars as a dollar number for the API. */
export const dollarsFromMicros = (micros: number) => micros / MICROS_PER_DOLLAR;

/** As `dollarsFromMicros`, of an amount that may be unknown. */
export const dollarsOrNull = (micros: number | null) => (micros === null ? null : dollarsFromMicros(micros));

export const microsFromDollars = (dollars: number) => Math.round(dollars * MICROS_PER_DOLLAR);

export const isWholeCents = (dollars: number) =>
  microsFromDollars(dollars) % MICROS_PER_CENT === 0 &&
  dollarsFromMicros(microsFromDollars(dollars)) === dollars;

/** Integer micro-dollars as dollars with six decimals. */
export const decimalDollars = (micros: number) => dollarsFromMicros(micros).toFixed(6);

/** `$12.34`, without the fraction of a cent; `-$0.50`. */
export function decimalCents(micros: number): string {
  const cents = Math.floor(Math.abs(micros) / MICROS_PER_CENT);
  return `${micros < 0 ? "-" : ""}$${(cents / 100).toFixed(2)}`;
}
