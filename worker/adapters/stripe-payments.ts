import Stripe from "stripe";
import type { Payments } from "#core/ports.ts";
import { invalidSignature, isMissing, providerError } from "./stripe-errors.ts";
import { toCheckoutState, toPaymentEvent } from "./stripe-mapping.ts";

export interface StripeConfig {
  secretKey: string;
  webhookSecret: string;
  /** A Stripe-compatible server in place of Stripe's own, e.g. `http://127.0.0.1:8791`. */
  apiUrl?: string | undefined;
}

const REQUEST_TIMEOUT_MS = 10_000;
const NETWORK_RETRIES = 2;
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
      if (!session.url) throw providerError(new Error("The new session has no address."));
      return { sessionId: session.id, url: session.url };
    },
    async retrieveCheckout(sessionId) {
      try {
        return toCheckoutState(await stripe.checkout.sessions.retrieve(sessionId));
      } catch (error) {
        if (isMissing(error)) return null;
        throw providerError(error);
      }
    },
    async verifyEvent(rawBody, signatureHeader) {
      const signed = await stripe.webhooks
        .constructEventAsync(rawBody, signatureHeader, config.webhookSecret, SIGNATURE_TOLERANCE_S, crypto)
        .catch(() => {
          throw invalidSignature();
        });
      return toPaymentEvent(signed);
    },
  };
}

const throwProviderError = (error: unknown): never => {
  throw providerError(error);
};

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
