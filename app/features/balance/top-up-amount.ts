import { MINIMUM_TOP_UP_DOLLARS } from "#core/domain/top-up.ts";

/** What the number input holds, in dollars; null for anything that is not a number. */
export function parseAmount(text: string): number | null {
  const dollars = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(dollars) ? dollars : null;
}

export function isEnough(dollars: number | null): dollars is number {
  return dollars !== null && dollars >= MINIMUM_TOP_UP_DOLLARS;
}
