const MICROS = 1_000_000;

/** Adds up in whole micro-dollars, so that no binary fraction is left over. */
export const sumDollars = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * MICROS), 0) / MICROS;
