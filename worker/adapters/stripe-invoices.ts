import type Stripe from "stripe";
import type { PaymentDetails, PaymentRecords } from "#core/payment-record-ports.ts";
import { nullIfMissing } from "./stripe-errors.ts";
import { idOf, methodOf } from "./stripe-mapping.ts";

/** Invoices that Stripe issues for checkouts; `null` for none. */
export type Invoicing = { tax: boolean } | null;

/**
 * What a new checkout needs for an invoice. Tax is part of the price, so Stripe charges exactly the order's amount,
 * whatever the rate.
 */
export function invoiceParams(
  invoicing: Invoicing,
  { orderId, hasCustomer }: { orderId: string; hasCustomer: boolean },
): Partial<Stripe.Checkout.SessionCreateParams> {
  if (invoicing === null) return {};
  const invoice_creation = { enabled: true, invoice_data: { metadata: { order_id: orderId } } };
  if (!invoicing.tax) return { invoice_creation };
  return {
    invoice_creation,
    automatic_tax: { enabled: true },
    tax_id_collection: { enabled: true },
    // Stripe requires it for a known customer, and refuses it for others.
    ...(hasCustomer && { customer_update: { address: "auto", name: "auto" } }),
  };
}

type InTime = <Value>(call: Promise<Value>) => Promise<Value>;

/** Cards, tax and invoices of payments. `inTime` limits how long a call may take. */
export function createStripeRecords(stripe: Stripe, inTime: InTime): PaymentRecords {
  const known = <Value>(work: Promise<Value>) => inTime(work).catch(nullIfMissing);
  return {
    async paymentDetails({ sessionId, paymentIntentId }) {
      if (sessionId === null) {
        const intent = await known(
          stripe.paymentIntents.retrieve(paymentIntentId, { expand: ["latest_charge"] }),
        );
        return intent && ofIntent(intent);
      }
      const expand = ["payment_intent.latest_charge"];
      const session = await known(stripe.checkout.sessions.retrieve(sessionId, { expand }));
      return session && ofSession(session);
    },
    async invoiceUrl(invoiceId) {
      return (await known(stripe.invoices.retrieve(invoiceId)))?.hosted_invoice_url ?? null;
    },
  };
}

function ofIntent(intent: Stripe.PaymentIntent | string | null): PaymentDetails {
  const { method, brand, last4 } = methodOf(intent);
  return {
    method,
    cardBrand: brand,
    cardLast4: last4,
    taxMinor: null,
    invoiceId: null,
    complete: method !== null,
  };
}

/** Stripe issues the invoice once the payment has settled, perhaps after its first events. */
function ofSession(session: Stripe.Checkout.Session): PaymentDetails {
  const { payment_intent, automatic_tax, total_details, invoice_creation } = session;
  const paid = ofIntent(payment_intent);
  const invoiceId = idOf(session.invoice);
  return {
    ...paid,
    taxMinor: automatic_tax.status === "complete" ? (total_details?.amount_tax ?? null) : null,
    invoiceId,
    complete: paid.complete && (invoiceId !== null || invoice_creation?.enabled !== true),
  };
}
