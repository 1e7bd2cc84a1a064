import Stripe from "stripe";
import type { Payments } from "#core/ports.ts";
import { openStripe, type StripeAccess } from "./stripe-client.ts";
import {
  invalidSignature,
  isMissing,
  isRefused,
  throwProviderError,
  UnexpectedAnswer,
} from "./stripe-errors.ts";
import { findCheckout } from "./stripe-find-checkout.ts";
import { toCheckoutState, toPaymentEvent } from "./stripe-mapping.ts";
import { retrieveReversals } from "./stripe-reversals.ts";

export interface StripeConfig extends StripeAccess {
  /** Without one no event is believed. */
  webhookSecret?: string | undefined;
}

/** Stripe's own advice for the age of a webhook signature. */
const SIGNATURE_TOLERANCE_S = 300;

/** Deleting an account waits for this request. The cron retries it when it fails. */
const EXPIRY_OPTIONS = { timeout: 5000, maxNetworkRetries: 0 };

/** Card payments through Stripe Checkout, with nothing but `fetch` and Web Crypto. */
export function createStripePayments(config: StripeConfig): Payments {
  const stripe = openStripe(config);
  const crypto = Stripe.createSubtleCryptoProvider();
  return {
    async createCheckout(checkout) {
      const session = await stripe.checkout.sessions
        .create(sessionParams(checkout), { idempotencyKey: checkout.orderId })
        .catch(throwProviderError);
      if (!session.url) return throwProviderError(new UnexpectedAnswer("The new session has no address."));
      return { sessionId: session.id, url: session.url };
    },
    async retrieveCheckout(sessionId) {
      try {
        return toCheckoutState(await stripe.checkout.sessions.retrieve(sessionId));
      } catch (error) {
        return isMissing(error) ? null : throwProviderError(error);
      }
    },
    findCheckout: (orderId, createdAt) => findCheckout(stripe, orderId, createdAt),
    async expireCheckout(sessionId) {
      try {
        await stripe.checkout.sessions.expire(sessionId, {}, EXPIRY_OPTIONS);
      } catch (error) {
        if (!isRefused(error)) throwProviderError(error);
      }
    },
    refundPayment: (paymentIntentId, orderId) => refundPayment(stripe, paymentIntentId, orderId),
    retrieveReversals: (paymentIntentId) => retrieveReversals(stripe, paymentIntentId),
    async verifyEvent(rawBody, signatureHeader) {
      if (!config.webhookSecret) throw invalidSignature();
      const signed = await stripe.webhooks
        .constructEventAsync(rawBody, signatureHeader, config.webhookSecret, SIGNATURE_TOLERANCE_S, crypto)
        .catch(() => {
          throw invalidSignature();
        });
      return toPaymentEvent(signed);
    },
  };
}

function sessionParams(
  checkout: Parameters<Payments["createCheckout"]>[0],
): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_id: checkout.orderId };
  return {
    mode: "payment",
    client_reference_id: checkout.orderId,
    ...(checkout.customerEmail !== "" && { customer_email: checkout.customerEmail }),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: checkout.currency,
          unit_amount: checkout.amountMinor,
          product_data: { name: checkout.description },
        },
      },
    ],
    // The order fixes amount and currency; a price in the payer's own currency would not match it.
    adaptive_pricing: { enabled: false },
    metadata,
    payment_intent_data: { metadata },
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
  };
}

/**
 * Refunds what is left of a payment. Stripe forgets an idempotency key after a day, but refuses to refund a charge that
 * is refunded, so that no repetition gives money back twice.
 */
async function refundPayment(
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
