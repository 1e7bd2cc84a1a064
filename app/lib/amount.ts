import { BUDGET_MAX_DOLLARS } from "#core/domain/gateway/budgets.ts";
import { formatPrice } from "./format.ts";

/** No separators: a comma means thousands to one reader and cents to another. */
export const DOLLARS = /^(\d+(\.\d{0,6})?|\.\d{1,6})$/;

/** Null for a valid budget in dollars, and for none. */
export function amountProblem(text: string): string | null {
  const typed = text.trim();
  if (typed === "") return null;
  if (!DOLLARS.test(typed)) return "Enter an amount in dollars, such as 5 or 0.50.";
  if (Number(typed) <= BUDGET_MAX_DOLLARS) return null;
  return `Enter at most ${formatPrice(BUDGET_MAX_DOLLARS)}.`;
}
