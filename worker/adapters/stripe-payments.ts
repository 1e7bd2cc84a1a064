import Stripe from "stripe";
import type { CheckoutState, Payments } from "#core/ports.ts";
import {
  invalidSignature,
  isMissing,
  isRefused,
  throwProviderError,
  UnexpectedResponse,
} from "./stripe-errors.ts";
import { toCheckoutState, toPaymentEvent } from "./stripe-mapping.ts";
import { retrieveReversals } from "./stripe-reversals.ts";

interface StripeConfig {
  secretKey: string;
  /** A Stripe-compatible server in place of Stripe's own, e.g. `http://127.0.0.1:8791`. */
  apiUrl?: string | undefined;
  /** Without one, every event is refused. */
  webhookSecret?: string | undefined;
}

const REQUEST_TIMEOUT_MS = 10_000;
const NETWORK_RETRIES = 2;

/** Deleting an account waits for this request. The cron retries it when it fails. */
const EXPIRY_OPTIONS = { timeout: 5000, maxNetworkRetries: 0 };

/** Stripe's own advice for the age of a webhook signature. */
const SIGNATURE_TOLERANCE_S = 300;

/** Card payments through Stripe Checkout, with nothing but `fetch` and Web Crypto. */
export function createStripePayments(config: StripeConfig): Payments {
  const stripe = openStripe(config);
  const crypto = Stripe.createSubtleCryptoProvider();
  return {
    async createCheckout(checkout) {
      const session = await stripe.checkout.sessions
        .create(sessionParams(checkout), { idempotencyKey: checkout.orderId })
        .catch(throwProviderError);
      if (!session.url) return throwProviderError(new UnexpectedResponse("The new session has no URL."));
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

function openStripe({ secretKey, apiUrl }: StripeConfig): Stripe {
  const address = apiUrl === undefined ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    telemetry: false,
    timeout: REQUEST_TIMEOUT_MS,
    maxNetworkRetries: NETWORK_RETRIES,
    ...(address && {
      protocol: address.protocol === "http:" ? "http" : "https",
      host: address.hostname,
      port: address.port || (address.protocol === "http:" ? 80 : 443),
    }),
  });
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

/** The clocks may differ, and the session is created moments after its order. */
const SECONDS_BEFORE = 120;
const SECONDS_AFTER = 300;
/** More sessions than this in those minutes would take over fifty pages to read. */
const MAX_SESSIONS = 5_000;

async function findCheckout(
  stripe: Stripe,
  orderId: string,
  createdAt: number,
): Promise<CheckoutState | null> {
  const second = Math.floor(createdAt / 1000);
  const created = { gte: second - SECONDS_BEFORE, lte: second + SECONDS_AFTER };
  const search = async () => {
    let seen = 0;
    for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
      if (session.client_reference_id === orderId) return toCheckoutState(session);
      seen += 1;
      if (seen === MAX_SESSIONS) throw new UnexpectedResponse("There are too many checkouts to search.");
    }
    return null;
  };
  return await search().catch(throwProviderError);
}

/** Refunds the rest of a payment, once: after a day, when Stripe forgets the key, it refuses a second refund anyway. */
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
