import { PLAN_PRICE_RUPEES } from "./plans.ts";

/** Dashboard rules (spec section 9), in dollars. */
export const MINIMUM_TOP_UP_DOLLARS = 5;
export const TOP_UP_STEP_DOLLARS = 5;
export const DEFAULT_TOP_UP_DOLLARS = 10;
export const TOP_UP_AMOUNTS_DOLLARS: readonly number[] = [25, 50, 199];
/** Spec section 5, word for word. */
export const INVALID_TOP_UP_AMOUNT = "Please select one of the predefined amounts: $25, $50, or $199";
/** A balance below this is low (spec section 9), unless the account has chosen another amount. */
export const LOW_BALANCE_DOLLARS = 5;
/** Amounts of a month's spend at which an account can be notified. */
export const MOST_SPEND_ALERTS = 5;
export const SPEND_ALERT_MIN_DOLLARS = 1;

/** `api_key` is a year of the Premium plan. */
export const PRODUCTS = ["balance", "api_key"] as const;
export type Product = (typeof PRODUCTS)[number];

export const CURRENCY_OF = { balance: "usd", api_key: "inr" } as const satisfies Record<Product, string>;

const MINOR_UNITS = 100;

interface Choice {
  product: Product;
  amount: number;
}

/** The error message for an amount at which the product is not sold; null when it is. */
export function amountError({ product, amount }: Choice): string | null {
  if (product === "balance") return TOP_UP_AMOUNTS_DOLLARS.includes(amount) ? null : INVALID_TOP_UP_AMOUNT;
  return amount === PLAN_PRICE_RUPEES ? null : `The amount must be ${PLAN_PRICE_RUPEES}.`;
}

export const minorUnits = (amount: number) => amount * MINOR_UNITS;
