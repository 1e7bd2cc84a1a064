import type { FormReader } from "../api/form.ts";
import { invalid } from "../api/stripe-error.ts";
import { newId } from "../identifiers.ts";
import type { LineItem } from "../objects.ts";

const CURRENCIES = new Set(["usd", "inr"]);
/** Stripe's largest amount: eight digits of the minor unit. */
const MAX_AMOUNT = 99_999_999;
/** Smallest total, in minor units: $0.50 and ₹0.50. */
const MIN_TOTAL = 50;
const MAX_ITEMS = 100;

/** The items of a new session from its `line_items`, each with an inline price. */
export function readLineItems(body: FormReader): LineItem[] {
  const items = body.children("line_items").map(readLineItem);
  if (items.length === 0)
    throw invalid("Missing required param: line_items.", "line_items", "parameter_missing");
  if (items.length > MAX_ITEMS) throw invalid("At most 100 line items.", "line_items");
  const currencies = new Set(items.map(({ currency }) => currency));
  if (currencies.size > 1) throw invalid("All line items must have the same currency.", "line_items");
  const total = totalOf(items);
  if (total < MIN_TOTAL)
    throw invalid(
      "The Checkout Session's total amount must convert to at least 50 cents.",
      "line_items",
      "amount_too_small",
    );
  if (total > MAX_AMOUNT)
    throw invalid("Amount must be no more than 99999999.", "line_items", "amount_too_large");
  return items;
}

export const totalOf = (items: LineItem[]) => items.reduce((sum, item) => sum + item.amount_total, 0);

function readLineItem(item: FormReader): LineItem {
  if (!item.has("price_data")) throw invalid("This emulator needs price_data.", item.full("price_data"));
  const price = item.child("price_data");
  const currency = price.required("currency").toLowerCase();
  if (!CURRENCIES.has(currency)) throw invalid(`Invalid currency: ${currency}.`, price.full("currency"));
  const unitAmount = price.integer("unit_amount");
  if (unitAmount === null || unitAmount < 0 || unitAmount > MAX_AMOUNT)
    throw invalid("Invalid unit_amount.", price.full("unit_amount"));
  const quantity = item.integer("quantity") ?? 1;
  if (quantity < 1 || quantity > 1_000) throw invalid("Invalid quantity.", item.full("quantity"));
  return {
    id: newId("li"),
    object: "item",
    description: price.child("product_data").required("name"),
    quantity,
    currency,
    amount_subtotal: quantity * unitAmount,
    amount_total: quantity * unitAmount,
    price: {
      id: newId("price"),
      object: "price",
      currency,
      tax_behavior: readTaxBehavior(price),
      unit_amount: unitAmount,
    },
  };
}

function readTaxBehavior(price: FormReader): LineItem["price"]["tax_behavior"] {
  const behavior = price.text("tax_behavior") ?? "unspecified";
  if (behavior !== "inclusive" && behavior !== "exclusive" && behavior !== "unspecified")
    throw invalid("Invalid tax_behavior.", price.full("tax_behavior"));
  return behavior;
}
