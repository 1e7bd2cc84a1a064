import type Stripe from "stripe";
import type { PaymentReversals } from "#core/ports.ts";
import { isMissing, throwProviderError, UnexpectedAnswer } from "./stripe-errors.ts";
import { toPaymentDispute, toPaymentRefund } from "./stripe-mapping.ts";

/** An order has a handful. A payment with more is left to a person, rather than recorded in part. */
const MOST_REVERSALS = 500;

/** All that became of a payment; a payment of somebody else's is only recognised. */
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
    return isMissing(error) ? null : throwProviderError(error);
  }
}

async function readAll<Item>(list: Stripe.ApiListPromise<Item>): Promise<Item[]> {
  const items = await list.autoPagingToArray({ limit: MOST_REVERSALS });
  if (items.length === MOST_REVERSALS)
    throw new UnexpectedAnswer("The payment has too many refunds or disputes.");
  return items;
}

/** Amounts of another currency must never be taken for cents of this one. */
function requireOneCurrency(currency: string, reversals: { currency: string }[]): void {
  if (reversals.some((reversal) => reversal.currency !== currency))
    throw new UnexpectedAnswer("A refund or dispute is not in the currency of its payment.");
}
