import Stripe from "stripe";
import type { NewRefund, PaymentRefund } from "#core/ports.ts";
import { throwProviderError } from "./stripe-errors.ts";
import { REQUESTED_AS, toPaymentRefund } from "./stripe-mapping.ts";

type InTime = <Value>(call: Promise<Value>) => Promise<Value>;

/** Stripe itself never refunds more than is left of a payment, however many requests race. */
export async function createRefund(
  stripe: Stripe,
  { paymentIntentId, orderId, amountMinor, requestedAs }: NewRefund,
  inTime: InTime,
): Promise<PaymentRefund | "exceeds" | "disputed"> {
  const refund = {
    payment_intent: paymentIntentId,
    metadata: { order_id: orderId, cause: "operator", [REQUESTED_AS]: requestedAs },
    ...(amountMinor !== null && { amount: amountMinor }),
  };
  const options = { idempotencyKey: `operator-refund:${orderId}:${requestedAs}` };
  try {
    return toPaymentRefund(await inTime(stripe.refunds.create(refund, options)));
  } catch (error) {
    return refusalOf(error) ?? throwProviderError(error);
  }
}

function refusalOf(error: unknown): "exceeds" | "disputed" | null {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return null;
  if (error.code === "charge_disputed") return "disputed";
  return error.code === "charge_already_refunded" || error.param === "amount" ? "exceeds" : null;
}

/** Refunds the rest of a payment, once: after a day, when Stripe forgets the key, it refuses a second refund anyway. */
export async function refundPayment(
  stripe: Stripe,
  { paymentIntentId, orderId }: Pick<NewRefund, "paymentIntentId" | "orderId">,
  inTime: InTime,
): Promise<"refunded" | "disputed"> {
  const refund = {
    payment_intent: paymentIntentId,
    metadata: { order_id: orderId, cause: "account_closed" },
  };
  try {
    await inTime(stripe.refunds.create(refund, { idempotencyKey: `refund:${orderId}` }));
    return "refunded";
  } catch (error) {
    const code = error instanceof Stripe.errors.StripeInvalidRequestError ? error.code : undefined;
    if (code === "charge_already_refunded") return "refunded";
    return code === "charge_disputed" ? "disputed" : throwProviderError(error);
  }
}
