import { PLAN_PRICE_RUPEES } from "./plans.ts";
import { INVALID_TOP_UP_AMOUNT, TOP_UP_AMOUNTS_DOLLARS } from "./top-up.ts";

/** What a checkout can sell: dollars of balance, or a year of the Premium plan. */
export const PRODUCTS = ["balance", "api_key"] as const;
export type Product = (typeof PRODUCTS)[number];

export const CURRENCY_OF = { balance: "usd", api_key: "inr" } as const satisfies Record<Product, string>;

/** Cents of a dollar, paise of a rupee. */
const MINOR_UNITS = 100;

interface Choice {
  product: Product;
  /** Dollars for `balance`, rupees for `api_key`. */
  amount: number;
}

/** Why the product is not sold for this amount, as a sentence; null when it is. */
export function amountError({ product, amount }: Choice): string | null {
  if (product === "balance") return TOP_UP_AMOUNTS_DOLLARS.includes(amount) ? null : INVALID_TOP_UP_AMOUNT;
  return amount === PLAN_PRICE_RUPEES ? null : `The amount must be ${PLAN_PRICE_RUPEES}.`;
}

/** The amount, which has passed `amountError`, as an order keeps it. */
export const minorUnits = (amount: number) => amount * MINOR_UNITS;
