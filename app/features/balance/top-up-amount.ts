import { MINIMUM_TOP_UP_DOLLARS } from "#core/domain/products.ts";

/** In dollars; null for anything that is not a number. */
export function parseAmount(text: string): number | null {
  const dollars = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(dollars) ? dollars : null;
}

export const isEnough = (dollars: number | null): dollars is number =>
  dollars !== null && dollars >= MINIMUM_TOP_UP_DOLLARS;
