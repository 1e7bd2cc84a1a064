import type { Emulation } from "../emulation.ts";
import { newId, nowSeconds } from "../identifiers.ts";
import type { CheckoutSession, Customer, Invoice, StoredSession } from "../objects.ts";
import { findRow, type StripeState } from "../state.ts";
import { newCustomer } from "./saved-cards.ts";

/** Issues the invoice of a paid checkout that asked for one. Stripe creates a customer for a payer who isn't one. */
export async function issueInvoice(emulation: Emulation, stored: StoredSession): Promise<void> {
  const { state, emit } = emulation;
  const { session } = stored;
  if (session.invoice_creation?.enabled !== true || session.invoice !== null) return;
  const created = session.customer === null ? customerOf(emulation, session) : null;
  const invoice = newInvoice(emulation, stored);
  state.invoices[invoice.id] = invoice;
  session.invoice = invoice.id;
  if (created) await emit("customer.created", created);
  await emit("invoice.paid", invoice);
}

function customerOf({ state }: Emulation, session: CheckoutSession): Customer {
  const email = session.customer_details?.email ?? null;
  const customer = newCustomer(state, { email, metadata: {} });
  session.customer = customer.id;
  const intent = findRow(state.paymentIntents, session.payment_intent ?? "");
  if (intent) intent.customer = customer.id;
  return customer;
}

function newInvoice({ state, baseUrl }: Emulation, { session, lineItems }: StoredSession): Invoice {
  const { automatic_tax, total_details, invoice_creation, customer_details } = session;
  const [url, total] = [`${baseUrl}/i/${newId("test", 40)}`, session.amount_total ?? 0];
  const tax = { amount: total_details?.amount_tax ?? 0, tax_behavior: "inclusive" } as const;
  return {
    id: newId("in"),
    object: "invoice",
    amount_paid: total,
    created: nowSeconds(),
    currency: session.currency ?? "",
    customer: session.customer ?? "",
    customer_email: customer_details?.email ?? "",
    customer_tax_ids: customer_details?.tax_ids ?? [],
    description: lineItems.map((item) => item.description).join(", "),
    hosted_invoice_url: url,
    invoice_pdf: `${url}/pdf`,
    livemode: false,
    metadata: invoice_creation?.invoice_data.metadata ?? {},
    number: `LOCAL-${String(Object.keys(state.invoices).length + 1).padStart(4, "0")}`,
    status: "paid",
    total,
    total_taxes: automatic_tax.enabled ? [tax] : null,
  };
}

/** By the address of its page, or of its file. */
export const findInvoice = ({ invoices }: StripeState, address: string): Invoice | null =>
  Object.values(invoices).find(
    ({ hosted_invoice_url, invoice_pdf }) => address === hosted_invoice_url || address === invoice_pdf,
  ) ?? null;
