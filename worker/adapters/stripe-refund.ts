import Stripe from "stripe";
import { throwProviderError } from "./stripe-errors.ts";

/**
 * Refunds what is left of a payment. Stripe forgets an idempotency key after a day, but refuses to refund a charge that
 * is refunded, so that no repetition gives money back twice.
 */
export async function refundPayment(
  stripe: Stripe,
  paymentIntentId: string,
  orderId: string,
): Promise<"refunded" | "disputed"> {
  const refund = {
    payment_intent: paymentIntentId,
    metadata: { order_id: orderId, cause: "account_closed" },
  };
  try {
    await stripe.refunds.create(refund, { idempotencyKey: `refund:${orderId}` });
    return "refunded";
  } catch (error) {
    const code = error instanceof Stripe.errors.StripeInvalidRequestError ? error.code : undefined;
    if (code === "charge_already_refunded") return "refunded";
    return code === "charge_disputed" ? "disputed" : throwProviderError(error);
  }
}
