import type { Receipt } from "#core/contract/receipts.ts";
import { MICROS_PER_CENT } from "#core/domain/money.ts";
import type { PaidOrder } from "#core/storage/receipts.ts";

/** In the words of the page where it was paid. */
const DESCRIPTIONS = { balance: "Latchkey balance", api_key: "Latchkey Premium, 1 year" } as const;
const MINOR_UNITS = 100;

/** A paid order as its account is shown it. */
export function receiptView(order: PaidOrder): Receipt {
  const reversedMinor = reversedOf(order);
  return {
    id: order.id,
    paid_at: new Date(order.paidAt).toISOString(),
    product: order.product,
    description: DESCRIPTIONS[order.product],
    amount: order.amountMinor / MINOR_UNITS,
    reversed: reversedMinor / MINOR_UNITS,
    currency: order.currency === "usd" ? "USD" : "INR",
    status: statusOf(reversedMinor, order.amountMinor),
    payment_reference: order.paymentIntent,
    session_reference: order.sessionId ?? "",
  };
}

/** A year is taken back as a whole or not at all, a top-up to the cent. */
function reversedOf({ product, amountMinor, reversedMicros, reversedYears }: PaidOrder): number {
  if (product === "api_key") return reversedYears > 0 ? amountMinor : 0;
  return reversedMicros / MICROS_PER_CENT;
}

function statusOf(reversedMinor: number, amountMinor: number): Receipt["status"] {
  if (reversedMinor <= 0) return "paid";
  return reversedMinor < amountMinor ? "partly_reversed" : "reversed";
}
