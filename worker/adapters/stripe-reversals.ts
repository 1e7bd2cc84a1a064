import type Stripe from "stripe";
import type { PaymentReversals } from "#core/ports.ts";
import { nullIfMissing, UnexpectedResponse } from "./stripe-errors.ts";
import { toPaymentDispute, toPaymentRefund } from "./stripe-mapping.ts";

/** An order has a handful. A payment with more needs a person: recording only some would be wrong. */
const MAX_REVERSALS = 500;

/** All refunds and disputes of a payment; none for a payment that is not ours, null when there is no such payment. */
export async function retrieveReversals(
  stripe: Stripe,
  paymentIntentId: string,
): Promise<PaymentReversals | null> {
  try {
    const intent = await stripe.paymentIntents.retrieve(paymentIntentId);
    const orderId = intent.metadata.order_id ?? null;
    if (orderId === null) return { paymentIntentId, orderId, refunds: [], disputes: [] };
    const filter = { payment_intent: paymentIntentId, limit: 100 };
    const [refunds, disputes] = await Promise.all([
      readAll(stripe.refunds.list(filter)),
      readAll(stripe.disputes.list(filter)),
    ]);
    requireOneCurrency(intent.currency, [...refunds, ...disputes]);
    return {
      paymentIntentId,
      orderId,
      refunds: refunds.map(toPaymentRefund),
      disputes: disputes.map(toPaymentDispute),
    };
  } catch (error) {
    return nullIfMissing(error);
  }
}

async function readAll<Item>(list: Stripe.ApiListPromise<Item>): Promise<Item[]> {
  const items = await list.autoPagingToArray({ limit: MAX_REVERSALS });
  if (items.length === MAX_REVERSALS)
    throw new UnexpectedResponse("The payment has too many refunds or disputes.");
  return items;
}

/** Amounts of another currency must never be taken for cents of this one. */
function requireOneCurrency(currency: string, reversals: { currency: string }[]): void {
  if (reversals.some((reversal) => reversal.currency !== currency))
    throw new UnexpectedResponse("A refund or dispute is not in the currency of its payment.");
}
