import Stripe from "stripe";
import type { Card, CardPayments, CardSetup, ChargeState, NewCharge } from "#core/card-ports.ts";
import {
  isMissing,
  isRefused,
  nullIfMissing,
  throwProviderError,
  UnexpectedResponse,
} from "./stripe-errors.ts";
import { idOf } from "./stripe-mapping.ts";

type InTime = <Value>(call: Promise<Value>) => Promise<Value>;

/** Saved cards, which stay with Stripe, and charges of them. `inTime` limits how long a call may take. */
export function createStripeCards(stripe: Stripe, inTime: InTime): CardPayments {
  const call = <Value>(work: Promise<Value>) => inTime(work).catch(throwProviderError);
  const known = <Value>(work: Promise<Value>) => inTime(work).catch(nullIfMissing);
  const retrieve = (id: string) => stripe.paymentIntents.retrieve(id);
  return {
    async createCustomer({ key, email }) {
      const customer = email === "" ? {} : { email };
      return (await call(stripe.customers.create(customer, { idempotencyKey: key }))).id;
    },
    async deleteCustomer(id) {
      await known(stripe.customers.del(id));
    },
    async createCardSetup(setup) {
      const session = await call(stripe.checkout.sessions.create(setupParams(setup)));
      if (!session.url) return throwProviderError(new UnexpectedResponse("The new session has no URL."));
      return { sessionId: session.id, url: session.url };
    },
    async retrieveCardSetup(sessionId) {
      const expand = ["setup_intent.payment_method"];
      const session = await known(stripe.checkout.sessions.retrieve(sessionId, { expand }));
      return session?.mode === "setup" ? toCardSetup(session) : null;
    },
    async retrieveCard(id) {
      const method = await known(stripe.paymentMethods.retrieve(id));
      return method && toCard(method);
    },
    async cardOfPayment(id) {
      const intent = await known(stripe.paymentIntents.retrieve(id, { expand: ["payment_method"] }));
      return toCard(intent?.payment_method ?? null);
    },
    async detachCard(id) {
      try {
        await inTime(stripe.paymentMethods.detach(id));
      } catch (error) {
        // It is not attached any more.
        if (!isRefused(error)) throwProviderError(error);
      }
    },
    chargeCard: (charge) => chargeCard(stripe, charge, inTime),
    async retrieveCharge(id) {
      const intent = await known(retrieve(id));
      return intent && toChargeState(intent);
    },
    findCharge: (customerId, orderId) => call(findCharge(stripe, customerId, orderId)),
    async cancelCharge(id) {
      const canceled = stripe.paymentIntents.cancel(id, { cancellation_reason: "abandoned" });
      const settled = (error: unknown) => (isRefused(error) ? retrieve(id) : throwProviderError(error));
      return toChargeState(await call(canceled.catch(settled)));
    },
    async confirmCharge({ paymentIntentId, paymentMethodId, returnUrl }) {
      const terms = { payment_method: paymentMethodId, off_session: false, return_url: returnUrl };
      const confirmed = stripe.paymentIntents.confirm(paymentIntentId, terms);
      const settled = (error: unknown) => declinedIntent(error) ?? retrieveIfRefused(error);
      const retrieveIfRefused = (error: unknown) =>
        isRefused(error) ? retrieve(paymentIntentId) : throwProviderError(error);
      const intent = await call(confirmed.catch(settled));
      return { url: intent.next_action?.redirect_to_url?.url ?? null, state: toChargeState(intent) };
    },
  };
}

function setupParams({
  customerId,
  consent,
  successUrl,
  cancelUrl,
}: Parameters<CardPayments["createCardSetup"]>[0]): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "setup",
    customer: customerId,
    // Only cards can be charged at once while their owner is away.
    allowed_payment_method_types: ["card"],
    custom_text: { submit: { message: consent } },
    success_url: successUrl,
    cancel_url: cancelUrl,
  };
}

/** A bank's refusal is an error of Stripe's API that comes with the payment. */
const declinedIntent = (error: unknown): Stripe.PaymentIntent | null =>
  (error instanceof Stripe.errors.StripeCardError && error.payment_intent) || null;

const CARDS: Stripe.PaymentIntentCreateParams.AllowedPaymentMethodType[] = ["card"];

async function chargeCard(stripe: Stripe, charge: NewCharge, inTime: InTime): Promise<ChargeState> {
  const { orderId, amountMinor, currency, customerId, paymentMethodId, description } = charge;
  const params = {
    amount: amountMinor,
    currency,
    description,
    customer: customerId,
    payment_method: paymentMethodId,
    allowed_payment_method_types: CARDS,
    confirm: true,
    off_session: true,
    metadata: { order_id: orderId },
  };
  try {
    return toChargeState(await inTime(stripe.paymentIntents.create(params, { idempotencyKey: orderId })));
  } catch (error) {
    const declined = declinedIntent(error);
    if (declined !== null) return toChargeState(declined);
    return isMissing(error) ? unavailable(charge) : throwProviderError(error);
  }
}

/** The card or its customer was deleted at Stripe, so there is no payment. */
const unavailable = ({ orderId, amountMinor, currency }: NewCharge): ChargeState => ({
  paymentIntentId: null,
  orderId,
  amountMinor,
  currency,
  status: "declined",
  declineCode: "card_unavailable",
});

/** Far more than a customer pays in the hours for which a charge is looked for. */
const NEWEST = 300;

async function findCharge(stripe: Stripe, customer: string, orderId: string): Promise<ChargeState | null> {
  let seen = 0;
  for await (const intent of stripe.paymentIntents.list({ customer, limit: 100 })) {
    if (intent.metadata.order_id === orderId) return toChargeState(intent);
    seen += 1;
    if (seen === NEWEST) return null;
  }
  return null;
}

/** The bank wants the payer to confirm the payment, now or once more. */
const CONFIRMATION_CODES: readonly string[] = [
  "authentication_required",
  "payment_intent_authentication_failure",
];

function statusOf({ status, last_payment_error }: Stripe.PaymentIntent): ChargeState["status"] {
  if (status === "succeeded") return "succeeded";
  if (status === "canceled") return "canceled";
  if (status === "requires_action") return "unconfirmed";
  if (status !== "requires_payment_method" || !last_payment_error) return "pending";
  return CONFIRMATION_CODES.includes(last_payment_error.code ?? "") ? "unconfirmed" : "declined";
}

function toChargeState(intent: Stripe.PaymentIntent): ChargeState {
  const status = statusOf(intent);
  const { decline_code, code } = intent.last_payment_error ?? {};
  return {
    paymentIntentId: intent.id,
    orderId: intent.metadata.order_id ?? null,
    status,
    amountMinor: intent.amount,
    currency: intent.currency,
    declineCode: status === "declined" ? (decline_code ?? code ?? null) : null,
  };
}

function toCard(method: Stripe.PaymentMethod | string | null): Card | null {
  if (method === null || typeof method === "string" || !method.card) return null;
  const { brand, last4, exp_month, exp_year, country } = method.card;
  return {
    paymentMethodId: method.id,
    customerId: idOf(method.customer),
    brand,
    last4,
    expMonth: exp_month,
    expYear: exp_year,
    country,
  };
}

function toCardSetup({ customer, created, status, setup_intent }: Stripe.Checkout.Session): CardSetup {
  const method =
    setup_intent !== null && typeof setup_intent === "object" ? setup_intent.payment_method : null;
  return {
    customerId: idOf(customer),
    createdAt: created * 1000,
    card: status === "complete" ? toCard(method) : null,
  };
}
