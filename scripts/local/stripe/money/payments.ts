import { invalid } from "../api/stripe-error.ts";
import type { Emulation } from "../emulation.ts";
import { newId, nowSeconds } from "../identifiers.ts";
import type {
  CheckoutSession,
  IntentError,
  PaymentIntent,
  SetupIntent,
  StoredSession,
  TaxId,
} from "../objects.ts";
import { findRow } from "../state.ts";
import { newIntent, refuse, refuseDebit, sendDebit, succeed } from "./intents.ts";
import { issueInvoice } from "./invoices.ts";
import { attach, newMethod } from "./saved-cards.ts";
import { BANK_DEBIT, cardOf, type TestCard } from "./test-methods.ts";

export interface Attempt {
  /** A test number; spaces do not count. Any other is declined. */
  number: string;
  email: string;
  /** Only where the page asks for it. */
  taxId?: string;
}
export type Outcome =
  | { kind: "done" }
  /** The bank's page comes first. */
  | { kind: "unconfirmed" }
  | { kind: "declined"; declineCode: string };

/** Tries to pay an open session, or to save a card. What can happen only once is decided before the first `await`. */
export async function attemptPayment(
  emulation: Emulation,
  stored: StoredSession,
  attempt: Attempt,
): Promise<Outcome> {
  const { session } = stored;
  if (session.status !== "open") throw invalid("This Checkout Session is no longer open.");
  if (attempt.number.replaceAll(" ", "") === BANK_DEBIT.number && session.mode === "payment")
    return debit(emulation, stored, attempt);
  const card = cardOf(attempt.number);
  const declined = await decline(emulation, stored, card);
  if (declined !== null) return declined;
  if (card.confirms === "never") return complete(emulation, stored, { ...attempt, card });
  stored.unconfirmed = attempt;
  return { kind: "unconfirmed" };
}

/** Goes on after the bank's page. */
export async function confirmPayment(
  emulation: Emulation,
  stored: StoredSession,
  confirmed: boolean,
): Promise<Outcome> {
  const { unconfirmed } = stored;
  stored.unconfirmed = null;
  if (!unconfirmed || stored.session.status !== "open") return { kind: "done" };
  const card = cardOf(unconfirmed.number);
  if (!confirmed) return { kind: "declined", declineCode: "not_confirmed" };
  const refused = stored.session.mode === "payment" ? await refusal(emulation, stored, card.outcome) : null;
  return refused ?? complete(emulation, stored, { ...unconfirmed, card });
}

/** A card that confirms pays, or not, only after that. */
async function decline(emulation: Emulation, stored: StoredSession, card: TestCard): Promise<Outcome | null> {
  const result = stored.session.mode === "setup" ? card.setup : card.outcome;
  return card.confirms === "never" ? refusal(emulation, stored, result) : null;
}

async function refusal(
  emulation: Emulation,
  stored: StoredSession,
  result: TestCard["outcome"],
): Promise<Outcome | null> {
  if (result === "paid") return null;
  const { declineCode, message } = result;
  const error: IntentError = {
    type: "card_error",
    code: "card_declined",
    decline_code: declineCode,
    message,
  };
  if (stored.session.mode === "payment") await refuse(emulation, intentOf(emulation, stored), error);
  else await failSetup(emulation, stored, error);
  return { kind: "declined", declineCode };
}

async function complete(
  emulation: Emulation,
  stored: StoredSession,
  { card, email, taxId }: Attempt & { card: TestCard },
): Promise<Outcome> {
  const { session } = stored;
  session.status = "complete";
  session.url = null;
  session.customer_details = { email, tax_ids: taxIdsOf(session, taxId) };
  const method = newMethod(emulation.state, card, { email, isSetUp: true });
  const saved = session.mode === "setup" || stored.savesCard ? session.customer : null;
  if (saved !== null) method.customer = saved;
  if (session.mode === "setup") await finishSetup(emulation, stored, method.id);
  else {
    const intent = intentOf(emulation, stored);
    intent.payment_method = method.id;
    session.payment_status = "paid";
    await succeed(emulation, intent);
    await issueInvoice(emulation, stored);
  }
  if (saved !== null) await attach(emulation, method, saved);
  await emulation.emit("checkout.session.completed", session);
  return { kind: "done" };
}

async function debit(
  emulation: Emulation,
  stored: StoredSession,
  { email, taxId }: Attempt,
): Promise<Outcome> {
  const { session } = stored;
  session.status = "complete";
  session.url = null;
  session.customer_details = { email, tax_ids: taxIdsOf(session, taxId) };
  sendDebit(emulation.state, intentOf(emulation, stored));
  await emulation.emit("checkout.session.completed", session);
  return { kind: "done" };
}

const taxIdsOf = ({ tax_id_collection }: CheckoutSession, value = ""): TaxId[] =>
  tax_id_collection.enabled && value !== "" ? [{ type: "unknown", value }] : [];

/** Ends an asynchronous payment. */
export async function settleAsyncPayment(
  emulation: Emulation,
  stored: StoredSession,
  outcome: "succeeded" | "failed",
): Promise<void> {
  const intent = findRow(emulation.state.paymentIntents, stored.session.payment_intent ?? "");
  if (intent?.status !== "processing") throw invalid("No payment of this session is being processed.");
  if (outcome === "succeeded") {
    stored.session.payment_status = "paid";
    await succeed(emulation, intent);
    await issueInvoice(emulation, stored);
  } else {
    refuseDebit(emulation.state, intent);
    await emulation.emit("payment_intent.payment_failed", intent);
  }
  await emulation.emit(`checkout.session.async_payment_${outcome}`, stored.session);
}

function intentOf(
  emulation: Emulation,
  { session, intentMetadata, savesCard }: StoredSession,
): PaymentIntent {
  const known = findRow(emulation.state.paymentIntents, session.payment_intent ?? "");
  if (known) return known;
  const intent = newIntent(emulation, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? "",
    customer: session.customer,
    metadata: intentMetadata,
    setup_future_usage: savesCard ? "off_session" : null,
  });
  session.payment_intent = intent.id;
  return intent;
}

function setupOf({ state }: Emulation, { session }: StoredSession): SetupIntent {
  const known = findRow(state.setupIntents, session.setup_intent ?? "");
  if (known) return known;
  const setup: SetupIntent = {
    id: newId("seti"),
    object: "setup_intent",
    created: nowSeconds(),
    customer: session.customer,
    last_setup_error: null,
    livemode: false,
    metadata: {},
    payment_method: null,
    status: "requires_payment_method",
    usage: "off_session",
  };
  state.setupIntents[setup.id] = setup;
  session.setup_intent = setup.id;
  return setup;
}

async function failSetup(emulation: Emulation, stored: StoredSession, error: IntentError): Promise<void> {
  const setup = setupOf(emulation, stored);
  setup.last_setup_error = error;
  await emulation.emit("setup_intent.setup_failed", setup);
}

async function finishSetup(emulation: Emulation, stored: StoredSession, method: string): Promise<void> {
  const setup = setupOf(emulation, stored);
  setup.status = "succeeded";
  setup.payment_method = method;
  setup.last_setup_error = null;
  await emulation.emit("setup_intent.succeeded", setup);
}
