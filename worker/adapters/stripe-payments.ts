import Stripe from "stripe";
import type { CheckoutState, NewCheckout, Payments } from "#core/ports.ts";
import { within } from "#core/services/within.ts";
import { createStripeCards } from "./stripe-cards.ts";
import {
  invalidSignature,
  isRefused,
  nullIfMissing,
  throwProviderError,
  UnexpectedResponse,
} from "./stripe-errors.ts";
import { createStripeRecords, type Invoicing, invoiceParams } from "./stripe-invoices.ts";
import { listCharges, listReversals, paymentStatus } from "./stripe-lists.ts";
import { toCheckoutState, toPaymentEvent } from "./stripe-mapping.ts";
import { createRefund, refundPayment } from "./stripe-refunds.ts";
import { retrieveReversals } from "./stripe-reversals.ts";

interface StripeConfig {
  secretKey: string;
  /** A Stripe-compatible server in place of Stripe's own, e.g. `http://127.0.0.1:8791`. */
  apiUrl?: string | undefined;
  /** An event signed with any of them is accepted; without one, every event is refused. */
  webhookSecrets?: readonly string[] | undefined;
  /** Only for new checkouts; no invoices unless stated. */
  invoicing?: Invoicing;
  /** In place of the platform's. */
  fetch?: typeof fetch | undefined;
  timeouts?: Timeouts | undefined;
}

interface Timeouts {
  /** Somebody waits for the call: with all its retries it takes no longer than this. */
  callMs: number;
  attemptMs: number;
  /** Deleting an account waits for this request. The cron retries it when it fails. */
  expiryMs: number;
}

/** An attempt leaves time for a second one. */
const TIMEOUTS: Timeouts = { callMs: 10_000, attemptMs: 4_500, expiryMs: 5_000 };
const NETWORK_RETRIES = 2;

/** Stripe's own advice for the age of a webhook signature. */
const SIGNATURE_TOLERANCE_S = 300;

/** Card payments through Stripe Checkout, with nothing but `fetch` and Web Crypto. */
export function createStripePayments(config: StripeConfig): Payments {
  const { timeouts = TIMEOUTS } = config;
  const stripe = openStripe(config, timeouts);
  const inTime: InTime = (call) => within(timeouts.callMs, call);
  const crypto = Stripe.createSubtleCryptoProvider();
  return {
    ...createStripeCards(stripe, inTime),
    ...createStripeRecords(stripe, inTime),
    async createCheckout(checkout) {
      const options = { idempotencyKey: checkout.orderId };
      const params = sessionParams(checkout, config.invoicing ?? null);
      const session = await inTime(stripe.checkout.sessions.create(params, options)).catch(
        throwProviderError,
      );
      if (!session.url) return throwProviderError(new UnexpectedResponse("The new session has no URL."));
      return { sessionId: session.id, url: session.url };
    },
    retrieveCheckout: (sessionId) =>
      inTime(stripe.checkout.sessions.retrieve(sessionId, { expand: ["payment_intent.latest_charge"] }))
        .then(toCheckoutState)
        .catch(nullIfMissing),
    findCheckout: (orderId, createdAt) => findCheckout(stripe, { orderId, createdAt }, inTime),
    async expireCheckout(sessionId) {
      try {
        const options = { timeout: timeouts.expiryMs, maxNetworkRetries: 0 };
        await stripe.checkout.sessions.expire(sessionId, {}, options);
      } catch (error) {
        if (!isRefused(error)) throwProviderError(error);
      }
    },
    refundPayment: (paymentIntentId, orderId) => refundPayment(stripe, { paymentIntentId, orderId }, inTime),
    createRefund: (refund) => createRefund(stripe, refund, inTime),
    retrieveReversals: (paymentIntentId) =>
      inTime(retrieveReversals(stripe, paymentIntentId)).catch(throwProviderError),
    listCharges: (page) => inTime(listCharges(stripe, page)).catch(throwProviderError),
    listReversals: (kind, page) => inTime(listReversals(stripe, kind, page)).catch(throwProviderError),
    paymentStatus: (paymentIntentId) =>
      inTime(paymentStatus(stripe, paymentIntentId)).catch(throwProviderError),
    retrieveEvent: (eventId) =>
      inTime(stripe.events.retrieve(eventId)).then(toPaymentEvent).catch(nullIfMissing),
    async verifyEvent(rawBody, signatureHeader) {
      const attempts = (config.webhookSecrets ?? [])
        .filter((secret) => secret !== "")
        .map((secret) =>
          stripe.webhooks.constructEventAsync(
            rawBody,
            signatureHeader,
            secret,
            SIGNATURE_TOLERANCE_S,
            crypto,
          ),
        );
      const signed = await Promise.any(attempts).catch(() => {
        throw invalidSignature();
      });
      return toPaymentEvent(signed);
    },
  };
}

type InTime = <Value>(call: Promise<Value>) => Promise<Value>;

/** Stripe's own client, for the calls that aren't part of the port. */
export function openStripe(
  { secretKey, apiUrl, fetch }: Pick<StripeConfig, "secretKey" | "apiUrl" | "fetch">,
  { attemptMs }: Pick<Timeouts, "attemptMs"> = TIMEOUTS,
): Stripe {
  const address = apiUrl === undefined ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(fetch),
    telemetry: false,
    timeout: attemptMs,
    maxNetworkRetries: NETWORK_RETRIES,
    ...(address && {
      protocol: address.protocol === "http:" ? "http" : "https",
      host: address.hostname,
      port: address.port || (address.protocol === "http:" ? 80 : 443),
    }),
  });
}

function sessionParams(checkout: NewCheckout, invoicing: Invoicing): Stripe.Checkout.SessionCreateParams {
  const { orderId, savesCard } = checkout;
  const metadata = { order_id: orderId };
  return {
    mode: "payment",
    client_reference_id: orderId,
    ...payerOf(checkout),
    ...invoiceParams(invoicing, { orderId, hasCustomer: savesCard !== null }),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: checkout.currency,
          unit_amount: checkout.amountMinor,
          ...(invoicing?.tax === true && { tax_behavior: "inclusive" as const }),
          product_data: { name: checkout.description },
        },
      },
    ],
    // The order fixes amount and currency; a price in the payer's own currency would not match it.
    adaptive_pricing: { enabled: false },
    metadata,
    payment_intent_data: { metadata, ...(savesCard && { setup_future_usage: "off_session" }) },
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
  };
}

/** Only a customer's card can be saved; Stripe knows the email address of its customers. */
const payerOf = ({ savesCard, customerEmail }: NewCheckout): Stripe.Checkout.SessionCreateParams => {
  if (savesCard !== null)
    return {
      customer: savesCard.customerId,
      allowed_payment_method_types: ["card"],
      custom_text: { submit: { message: savesCard.consent } },
    };
  return customerEmail === "" ? {} : { customer_email: customerEmail };
};

/** The clocks may differ, and the session is created moments after its order. */
const SECONDS_BEFORE = 120;
const SECONDS_AFTER = 300;
/** More sessions than this in those minutes would take over fifty pages to read. */
const MAX_SESSIONS = 5_000;
const PAGE_SESSIONS = 100;

async function findCheckout(
  stripe: Stripe,
  { orderId, createdAt }: { orderId: string; createdAt: number },
  inTime: InTime,
): Promise<CheckoutState | null> {
  const second = Math.floor(createdAt / 1000);
  const created = { gte: second - SECONDS_BEFORE, lte: second + SECONDS_AFTER };
  const search = async () => {
    let after: string | undefined;
    for (let seen = 0; seen < MAX_SESSIONS; seen += PAGE_SESSIONS) {
      const page = { created, limit: PAGE_SESSIONS, ...(after !== undefined && { starting_after: after }) };
      const { data, has_more } = await inTime(stripe.checkout.sessions.list(page));
      const found = data.find((session) => session.client_reference_id === orderId);
      if (found !== undefined) return toCheckoutState(found);
      after = data.at(-1)?.id;
      if (!has_more || after === undefined) return null;
    }
    throw new UnexpectedResponse("There are too many checkouts to search.");
  };
  return await search().catch(throwProviderError);
}
