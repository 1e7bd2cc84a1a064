import type Stripe from "stripe";
import type { CheckoutPaymentStatus, CheckoutState, PaymentEvent } from "#core/ports.ts";

/** A status that a later API version invents must never pass for paid. */
const paymentStatus = (status: string): CheckoutPaymentStatus =>
  status === "paid" || status === "no_payment_required" ? status : "unpaid";

const sessionStatus = (status: string | null): CheckoutState["status"] =>
  status === "complete" || status === "expired" ? status : "open";

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === "object" ? (reference?.id ?? null) : reference;

export function toCheckoutState(session: Stripe.Checkout.Session): CheckoutState {
  return {
    sessionId: session.id,
    orderId: session.client_reference_id,
    status: sessionStatus(session.status),
    paymentStatus: paymentStatus(session.payment_status),
    amountMinor: session.amount_total ?? 0,
    currency: session.currency ?? "",
    paymentIntentId: idOf(session.payment_intent),
  };
}

/** An event that is about nothing with an id has the object id `""`; the webhook's version decides its shape. */
export function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  const about: Partial<Stripe.Event.Data> | undefined = event.data;
  const id: unknown = Object(about?.object).id;
  return {
    id: event.id,
    type: event.type,
    createdAt: event.created * 1000,
    objectId: typeof id === "string" ? id : "",
    paymentIntentId: null,
  };
}
