import { type Form, reader } from "../api/form.ts";
import { invalid, missing, StripeError } from "../api/stripe-error.ts";
import type { Emulation } from "../emulation.ts";
import { newId, nowSeconds } from "../identifiers.ts";
import type { Charge, IntentError, MethodDetails, PaymentIntent, PaymentMethod } from "../objects.ts";
import { findRow, type StripeState } from "../state.ts";
import { attachedMethod, newMethod, requireCustomer } from "./saved-cards.ts";
import { BANK_DEBIT, cardOf } from "./test-methods.ts";

const KNOWN_PARAMS = new Set(
  "allowed_payment_method_types amount confirm currency customer description expand metadata off_session payment_method".split(
    " ",
  ),
);
const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;

const AUTHENTICATION_REQUIRED: IntentError = {
  type: "card_error",
  code: "authentication_required",
  decline_code: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};
const NOT_AUTHENTICATED: IntentError = {
  type: "invalid_request_error",
  code: "payment_intent_authentication_failure",
  message: "The provided PaymentMethod has failed authentication.",
};

type NewIntent = Pick<PaymentIntent, "amount" | "currency" | "customer" | "metadata"> &
  Partial<PaymentIntent>;

export function newIntent({ state }: Emulation, fields: NewIntent): PaymentIntent {
  const { id = newId("pi") } = fields;
  const intent: PaymentIntent = {
    id,
    object: "payment_intent",
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: newId(`${id}_secret`),
    created: nowSeconds(),
    description: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    payment_method: null,
    payment_method_types: ["card"],
    setup_future_usage: null,
    status: "requires_payment_method",
    ...fields,
  };
  state.paymentIntents[id] = intent;
  return intent;
}

/** Only for saved cards, and only `confirm` and `off_session`: the checkout page makes all other payments. */
export async function createIntent(emulation: Emulation, form: Form): Promise<PaymentIntent> {
  const body = reader(form);
  const unknown = body.keys().find((key) => !KNOWN_PARAMS.has(key));
  if (unknown !== undefined)
    throw invalid(`Received unknown parameter: ${unknown}`, unknown, "parameter_unknown");
  const amount = body.integer("amount") ?? 0;
  if (amount < MIN_AMOUNT) throw invalid("Amount must be at least 50 cents.", "amount", "amount_too_small");
  if (amount > MAX_AMOUNT) throw invalid("Amount is too large.", "amount", "amount_too_large");
  for (const flag of ["confirm", "off_session"])
    if (body.text(flag) !== "true") throw invalid(`This emulator needs ${flag}=true here.`, flag);
  const customer = requireCustomer(emulation.state, body.required("customer"));
  const method = attachedMethod(emulation.state, body.required("payment_method"), customer.id);
  const intent = newIntent(emulation, {
    amount,
    currency: body.required("currency").toLowerCase(),
    customer: customer.id,
    metadata: body.metadata("metadata"),
    description: body.text("description"),
    payment_method: method.id,
  });
  await emulation.emit("payment_intent.created", intent);
  return attemptOffSession(emulation, intent);
}

async function attemptOffSession(emulation: Emulation, intent: PaymentIntent): Promise<PaymentIntent> {
  const stored = findRow(emulation.state.cards, intent.payment_method ?? "");
  const card = cardOf(stored?.number ?? "");
  const confirms = card.confirms === "always" || (card.confirms === "unless_set_up" && !stored?.isSetUp);
  if (confirms) throw await refuse(emulation, intent, AUTHENTICATION_REQUIRED);
  return settle(emulation, intent);
}

/** With the payer present: a card that wants confirmation leads to its bank's page, and then back. */
export async function confirmIntent(emulation: Emulation, id: string, form: Form): Promise<PaymentIntent> {
  const body = reader(form);
  const intent = findIntent(emulation, id);
  if (intent.status !== "requires_payment_method" && intent.status !== "requires_action")
    throw unexpectedState(intent, "confirm");
  const method = attachedMethod(emulation.state, body.required("payment_method"), intent.customer ?? "");
  intent.payment_method = method.id;
  if (cardOf(findRow(emulation.state.cards, method.id)?.number ?? "").confirms === "never")
    return settle(emulation, intent);
  const return_url = body.required("return_url");
  const url = `${emulation.baseUrl}/redirect/authenticate/${intent.id}?client_secret=${intent.client_secret}`;
  intent.next_action = { type: "redirect_to_url", redirect_to_url: { return_url, url } };
  intent.status = "requires_action";
  intent.last_payment_error = null;
  await emulation.emit("payment_intent.requires_action", intent);
  return intent;
}

/** What the payer decides on the bank's page. @returns where the page leads back to. */
export async function authenticate(
  emulation: Emulation,
  intent: PaymentIntent,
  confirmed: boolean,
): Promise<string> {
  const back = new URL(intent.next_action?.redirect_to_url.return_url ?? emulation.baseUrl);
  if (intent.status === "requires_action") {
    const failure = await (confirmed
      ? settle(emulation, intent)
      : refuse(emulation, intent, NOT_AUTHENTICATED)
    )
      .then(() => null)
      .catch((error: unknown) => error);
    if (failure !== null && !(failure instanceof StripeError)) throw failure;
  }
  back.searchParams.set("payment_intent", intent.id);
  back.searchParams.set("payment_intent_client_secret", intent.client_secret);
  back.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "failed");
  return back.href;
}

export async function cancelIntent(emulation: Emulation, id: string, form: Form): Promise<PaymentIntent> {
  const intent = findIntent(emulation, id);
  if (intent.status === "succeeded" || intent.status === "canceled" || intent.status === "processing")
    throw unexpectedState(intent, "cancel");
  intent.status = "canceled";
  intent.canceled_at = nowSeconds();
  intent.cancellation_reason = reader(form).text("cancellation_reason");
  intent.next_action = null;
  await emulation.emit("payment_intent.canceled", intent);
  return intent;
}

function findIntent({ state }: Emulation, id: string): PaymentIntent {
  const intent = findRow(state.paymentIntents, id);
  if (!intent) throw missing("payment_intent", id, "intent");
  return intent;
}

const unexpectedState = ({ status }: PaymentIntent, verb: string) =>
  invalid(
    `You cannot ${verb} this PaymentIntent because it has a status of ${status}.`,
    undefined,
    "payment_intent_unexpected_state",
  );

/** Pays, or refuses like the card's bank. @throws StripeError of type `card_error`. */
async function settle(emulation: Emulation, intent: PaymentIntent): Promise<PaymentIntent> {
  const { outcome } = cardOf(findRow(emulation.state.cards, intent.payment_method ?? "")?.number ?? "");
  if (outcome !== "paid") {
    const { declineCode: decline_code, message } = outcome;
    throw await refuse(emulation, intent, {
      type: "card_error",
      code: "card_declined",
      decline_code,
      message,
    });
  }
  await succeed(emulation, intent);
  return intent;
}

/** Everything that can be paid only once is decided before the first `await`. */
export async function succeed({ state, emit }: Emulation, intent: PaymentIntent): Promise<void> {
  const charge = pay(state, intent, nowSeconds());
  await emit("charge.succeeded", charge);
  await emit("payment_intent.succeeded", intent);
}

function pay(state: StripeState, intent: PaymentIntent, created: number): Charge {
  const pending = findRow(state.charges, intent.latest_charge ?? "");
  const charge = pending?.status === "pending" ? pending : newCharge(state, intent, created);
  charge.paid = true;
  charge.status = "succeeded";
  intent.status = "succeeded";
  intent.amount_received = intent.amount;
  intent.last_payment_error = null;
  intent.next_action = null;
  return charge;
}

/** A bank debit has a charge as soon as it is sent. */
export function sendDebit(state: StripeState, intent: PaymentIntent): void {
  newCharge(state, intent, nowSeconds());
  intent.status = "processing";
}

/** The bank refuses a debit that was sent. */
export function refuseDebit(state: StripeState, intent: PaymentIntent): void {
  const charge = findRow(state.charges, intent.latest_charge ?? "");
  if (charge) charge.status = "failed";
  intent.status = "requires_payment_method";
}

function newCharge(state: StripeState, intent: PaymentIntent, created: number): Charge {
  const { amount, currency, metadata } = intent;
  const charge: Charge = {
    id: newId("ch"),
    object: "charge",
    amount_refunded: 0,
    created,
    disputed: false,
    livemode: false,
    paid: false,
    payment_intent: intent.id,
    payment_method_details: methodDetails(findRow(state.paymentMethods, intent.payment_method ?? "")),
    refunded: false,
    status: "pending",
    amount,
    currency,
    metadata,
  };
  state.charges[charge.id] = charge;
  intent.latest_charge = charge.id;
  return charge;
}

export type EarlierPayment = Pick<PaymentIntent, "id" | "amount" | "currency" | "created" | "metadata">;

/** Made by card before the emulator was started for the first time, so without events. Known ones change nothing. */
export function addEarlierPayments(emulation: Emulation, payments: readonly EarlierPayment[]): number {
  const { state } = emulation;
  const unknown = payments.filter(({ id }) => findRow(state.paymentIntents, id) === null);
  for (const payment of unknown) {
    const method = newMethod(state, cardOf("4242 4242 4242 4242"), { email: null, isSetUp: false });
    const intent = newIntent(emulation, { ...payment, customer: null, payment_method: method.id });
    pay(state, intent, payment.created);
  }
  return unknown.length;
}

/** A bank debit is the only method that the emulator doesn't keep. */
function methodDetails(method: PaymentMethod | null): MethodDetails {
  if (!method) return { type: "us_bank_account", us_bank_account: { last4: BANK_DEBIT.number.slice(-4) } };
  const { brand, country, last4 } = method.card;
  return { type: "card", card: { brand, country, last4 } };
}

/** @returns the error of the API, which names the payment. */
export async function refuse(
  { emit }: Emulation,
  intent: PaymentIntent,
  error: IntentError,
): Promise<StripeError> {
  intent.status = "requires_payment_method";
  intent.last_payment_error = error;
  intent.payment_method = null;
  intent.next_action = null;
  await emit("payment_intent.payment_failed", intent);
  return new StripeError(402, { ...error, payment_intent: structuredClone(intent) });
}
