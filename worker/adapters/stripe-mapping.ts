import type Stripe from "stripe";
import type {
  CheckoutPaymentStatus,
  CheckoutState,
  PaymentDispute,
  PaymentEvent,
  PaymentRefund,
} from "#core/ports.ts";

/** A status that a later API version invents must never pass for paid. */
const paymentStatus = (status: string): CheckoutPaymentStatus =>
  status === "paid" || status === "no_payment_required" ? status : "unpaid";

const sessionStatus = (status: string | null): CheckoutState["status"] =>
  status === "complete" || status === "expired" ? status : "open";

export const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === "object" ? (reference?.id ?? null) : reference;

/** Of the payment of a complete checkout, which would else be under way or made. */
const REFUSED: readonly string[] = ["requires_payment_method", "canceled"];

/** How a payment is made, once its charge is expanded. `last4` is of the card or bank account. */
export function methodOf(intent: Stripe.PaymentIntent | string | null) {
  const charge = intent !== null && typeof intent === "object" ? intent.latest_charge : null;
  const details = charge !== null && typeof charge === "object" ? charge.payment_method_details : null;
  const account = details?.us_bank_account ?? details?.sepa_debit ?? details?.bacs_debit;
  return {
    method: details?.type ?? null,
    brand: details?.card?.brand ?? null,
    last4: details?.card?.last4 ?? account?.last4 ?? null,
  };
}

export function toCheckoutState(session: Stripe.Checkout.Session): CheckoutState {
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const { method, last4 } = methodOf(intent);
  return {
    sessionId: session.id,
    orderId: session.client_reference_id,
    status: sessionStatus(session.status),
    paymentStatus: paymentStatus(session.payment_status),
    paymentFailed: session.status === "complete" && intent !== null && REFUSED.includes(intent.status),
    method: method === null ? null : { type: method, last4 },
    amountMinor: session.amount_total ?? 0,
    currency: session.currency ?? "",
    paymentIntentId: idOf(session.payment_intent),
  };
}

/** A refund's metadata with this name is the id that an operator requested it with. */
export const REQUESTED_AS = "requested_as";

/** A pending refund stands: Stripe has set its money aside. */
export function toPaymentRefund({ id, amount, status, metadata }: Stripe.Refund): PaymentRefund {
  const requestedAs = metadata?.[REQUESTED_AS];
  return {
    id,
    amountMinor: amount,
    stands: status !== "failed" && status !== "canceled",
    ...(requestedAs !== undefined && { requestedAs }),
  };
}

/** An inquiry moves no money. Balance transactions show what did, in our balance's currency: only signs count. */
export function toPaymentDispute({ id, amount, balance_transactions }: Stripe.Dispute): PaymentDispute {
  const fundsWithdrawn = balance_transactions.some((transaction) => transaction.amount < 0);
  const fundsReinstated =
    fundsWithdrawn && balance_transactions.some((transaction) => transaction.amount > 0);
  return { id, amountMinor: amount, fundsWithdrawn, fundsReinstated };
}

/** The object id is `""` when the event's object has none. The webhook's API version decides the event's shape. */
export function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  const data: Partial<Stripe.Event.Data> | undefined = event.data;
  const { id, payment_intent, object, mode, client_reference_id }: Record<string, unknown> = Object(
    data?.object,
  );
  const isCheckout = object === "checkout.session";
  return {
    id: textOf(event.id),
    type: textOf(event.type),
    createdAt: event.created * 1000,
    objectId: textOf(id),
    paymentIntentId: eventReference(payment_intent),
    isCardSetup: isCheckout && mode === "setup",
    isForeign: isCheckout && mode !== "setup" && client_reference_id === null,
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

function eventReference(reference: unknown): string | null {
  const id: unknown = typeof reference === "object" ? Object(reference).id : reference;
  return typeof id === "string" ? id : null;
}
