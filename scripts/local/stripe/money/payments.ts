import { invalid } from "../api/stripe-error.ts";
import type { Emulation } from "../emulation.ts";
import { newId, nowSeconds } from "../identifiers.ts";
import type { Charge, PaymentIntent, StoredSession } from "../objects.ts";
import { findRow } from "../state.ts";
import { TEST_METHODS } from "./test-methods.ts";

const GENERIC = { declineCode: "generic_decline", message: "Your card was declined." };

export interface Attempt {
  /** A test number; spaces do not count. Any other is declined. */
  number: string;
  email: string;
}
type Outcome = { kind: "done" } | { kind: "declined"; declineCode: string };

/** Tries to pay an open session. Everything that can be paid only once is decided before the first `await`. */
export async function attemptPayment(
  emulation: Emulation,
  stored: StoredSession,
  { number, email }: Attempt,
): Promise<Outcome> {
  const { session } = stored;
  if (session.status !== "open") throw invalid("This Checkout Session is no longer open.");
  const method = TEST_METHODS.find((known) => known.number === number.replaceAll(" ", ""));
  const outcome = method?.outcome ?? GENERIC;
  const intent = intentOf(emulation, stored);
  if (typeof outcome === "object") {
    intent.last_payment_error = {
      code: "card_declined",
      decline_code: outcome.declineCode,
      message: outcome.message,
    };
    await emulation.emit("payment_intent.payment_failed", intent);
    return { kind: "declined", declineCode: outcome.declineCode };
  }
  session.status = "complete";
  session.url = null;
  session.customer_details = { email };
  intent.last_payment_error = null;
  if (outcome === "paid") await charge(emulation, stored, intent);
  else intent.status = "processing";
  await emulation.emit("checkout.session.completed", session);
  return { kind: "done" };
}

/** Ends an asynchronous payment. */
export async function settleAsyncPayment(
  emulation: Emulation,
  stored: StoredSession,
  outcome: "succeeded" | "failed",
): Promise<void> {
  const intent = findRow(emulation.state.paymentIntents, stored.session.payment_intent ?? "");
  if (intent?.status !== "processing") throw invalid("No payment of this session is being processed.");
  if (outcome === "succeeded") {
    await charge(emulation, stored, intent);
  } else {
    intent.status = "requires_payment_method";
    await emulation.emit("payment_intent.payment_failed", intent);
  }
  await emulation.emit(`checkout.session.async_payment_${outcome}`, stored.session);
}

function intentOf({ state }: Emulation, { session, intentMetadata }: StoredSession): PaymentIntent {
  const known = findRow(state.paymentIntents, session.payment_intent ?? "");
  if (known) return known;
  const intent: PaymentIntent = {
    id: newId("pi"),
    object: "payment_intent",
    amount: session.amount_total,
    created: nowSeconds(),
    currency: session.currency,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: intentMetadata,
    status: "requires_payment_method",
  };
  state.paymentIntents[intent.id] = intent;
  session.payment_intent = intent.id;
  return intent;
}

async function charge(
  { state, emit }: Emulation,
  { session }: StoredSession,
  intent: PaymentIntent,
): Promise<void> {
  const made: Charge = {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_refunded: 0,
    created: nowSeconds(),
    currency: intent.currency,
    disputed: false,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    refunded: false,
    status: "succeeded",
  };
  state.charges[made.id] = made;
  intent.status = "succeeded";
  intent.latest_charge = made.id;
  session.payment_status = "paid";
  await emit("charge.succeeded", made);
  await emit("payment_intent.succeeded", intent);
}
