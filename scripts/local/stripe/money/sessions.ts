import { type Form, type FormReader, reader } from "../api/form.ts";
import { invalid, missing } from "../api/stripe-error.ts";
import type { Emulation } from "../emulation.ts";
import { newId, nowSeconds } from "../identifiers.ts";
import type { CheckoutSession, StoredSession } from "../objects.ts";
import { findRow } from "../state.ts";
import { readInvoicing } from "./invoicing.ts";
import { readLineItems, totalOf } from "./line-items.ts";
import { requireCustomer } from "./saved-cards.ts";

const KNOWN_PARAMS = new Set(
  "adaptive_pricing allowed_payment_method_types automatic_tax cancel_url client_reference_id custom_text customer customer_email customer_update expand expires_at invoice_creation line_items metadata mode payment_intent_data payment_method_types success_url tax_id_collection".split(
    " ",
  ),
);
const MIN_LIFETIME_S = 30 * 60;
const MAX_LIFETIME_S = 24 * 3600;

export function createSession({ state, baseUrl }: Emulation, form: Form): CheckoutSession {
  const body = reader(form);
  const unknown = body.keys().find((key) => !KNOWN_PARAMS.has(key));
  if (unknown !== undefined)
    throw invalid(`Received unknown parameter: ${unknown}`, unknown, "parameter_unknown");
  const mode = body.required("mode");
  if (mode !== "payment" && mode !== "setup")
    throw invalid("This emulator has the modes payment and setup.", "mode");
  const customer = body.text("customer");
  if (customer !== null) requireCustomer(state, customer);
  if (customer !== null && body.has("customer_email"))
    throw invalid("You may only specify one of these parameters: customer, customer_email.", "customer");
  const stored = readSession(body, { mode, customer, baseUrl });
  state.sessions[stored.session.id] = stored;
  return stored.session;
}

interface Terms {
  mode: CheckoutSession["mode"];
  customer: string | null;
  baseUrl: string;
}

function readSession(body: FormReader, { mode, customer, baseUrl }: Terms): StoredSession {
  if (mode === "setup" && body.has("line_items"))
    throw invalid("You can not pass `line_items` in `setup` mode.", "line_items");
  const lineItems = mode === "setup" ? [] : readLineItems(body);
  const total = mode === "setup" ? null : totalOf(lineItems);
  const intentData = body.child("payment_intent_data");
  const savesCard = intentData.text("setup_future_usage") !== null;
  if (savesCard && customer === null)
    throw invalid("This emulator needs a customer whose card is saved.", "customer");
  const id = newId("cs_test", 58);
  const session: CheckoutSession = {
    id,
    object: "checkout.session",
    amount_subtotal: total,
    amount_total: total,
    cancel_url: body.has("cancel_url") ? readUrl(body, "cancel_url") : null,
    client_reference_id: body.text("client_reference_id", 200),
    created: nowSeconds(),
    currency: lineItems[0]?.currency ?? null,
    custom_text: { submit: readSubmitText(body) },
    customer,
    customer_details: null,
    customer_email: body.text("customer_email", 512),
    expires_at: readExpiry(body),
    livemode: false,
    metadata: body.metadata("metadata"),
    mode,
    payment_intent: null,
    payment_status: mode === "setup" ? "no_payment_required" : "unpaid",
    setup_intent: null,
    status: "open",
    success_url: readUrl(body, "success_url"),
    ...readInvoicing(body, { mode, customer, lineItems }),
    ui_mode: "hosted_page",
    url: `${baseUrl}/c/pay/${id}`,
  };
  return { session, lineItems, intentMetadata: intentData.metadata("metadata"), savesCard };
}

function readSubmitText(body: FormReader): { message: string } | null {
  const message = body.child("custom_text").child("submit").text("message", 1200);
  return message === null ? null : { message };
}

function readUrl(body: FormReader, key: string): string {
  const text = body.required(key);
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw invalid("Not a valid URL", key, "url_invalid");
  return text;
}

function readExpiry(body: FormReader): number {
  const now = nowSeconds();
  const expiry = body.integer("expires_at") ?? now + MAX_LIFETIME_S;
  if (expiry < now + MIN_LIFETIME_S || expiry > now + MAX_LIFETIME_S)
    throw invalid("The expires_at timestamp must be between 30 minutes and 24 hours from now.", "expires_at");
  return expiry;
}

/** The session as of now: one whose time has passed is expired first. */
export async function currentSession(emulation: Emulation, id: string): Promise<StoredSession> {
  const stored = findRow(emulation.state.sessions, id);
  if (!stored) throw missing("checkout.session", id, "session");
  const { session } = stored;
  if (session.status === "open" && session.expires_at <= nowSeconds()) await markExpired(emulation, session);
  return stored;
}

export async function expireSession(emulation: Emulation, id: string): Promise<CheckoutSession> {
  const { session } = await currentSession(emulation, id);
  if (session.status !== "open")
    throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.');
  await markExpired(emulation, session);
  return session;
}

async function markExpired({ emit }: Emulation, session: CheckoutSession): Promise<void> {
  session.status = "expired";
  session.url = null;
  await emit("checkout.session.expired", session);
}
