import { expect, it } from "vitest";
import { createStripePayments } from "#worker/adapters/stripe-payments.ts";

const CARD = { type: "card", card: { brand: "mastercard", last4: "4444" } };
/** A paid checkout whose invoice was issued and whose tax was calculated. */
const SESSION = {
  id: "cs_1",
  object: "checkout.session",
  invoice: "in_1",
  invoice_creation: { enabled: true },
  automatic_tax: { enabled: true, status: "complete" },
  total_details: { amount_tax: 381 },
  payment_intent: { id: "pi_1", latest_charge: { id: "ch_1", payment_method_details: CARD } },
};
const DETAILS = {
  method: "card",
  cardBrand: "mastercard",
  cardLast4: "4444",
  taxMinor: 381,
  invoiceId: "in_1",
  complete: true,
};

/** What is made of Stripe's session. */
function detailsOf(change: object) {
  const fetch = async () => Response.json({ ...SESSION, ...change });
  const payments = createStripePayments({ secretKey: "sk_test_1", fetch });
  return payments.paymentDetails({ sessionId: "cs_1", paymentIntentId: "pi_1" });
}

const paidBy = (details: unknown) => ({
  payment_intent: { id: "pi_1", latest_charge: { payment_method_details: details } },
});

it.each<[string, object, object]>([
  ["everything is known", {}, {}],
  ["the invoice is still to come", { invoice: null }, { invoiceId: null, complete: false }],
  [
    "no invoice was requested",
    { invoice: null, invoice_creation: { enabled: false } },
    { invoiceId: null, complete: true },
  ],
  ["nothing says whether there is one", { invoice: null, invoice_creation: null }, { invoiceId: null }],
  ["the payer owes the tax", { total_details: { amount_tax: 0 } }, { taxMinor: 0 }],
  ["the tax failed", { automatic_tax: { enabled: true, status: "failed" } }, { taxMinor: null }],
  [
    "no tax was requested",
    { automatic_tax: { enabled: false, status: null }, total_details: { amount_tax: 0 } },
    { taxMinor: null },
  ],
  [
    "it wasn't a card",
    paidBy({ type: "sepa_debit", sepa_debit: { last4: "3000" } }),
    { method: "sepa_debit", cardBrand: null, cardLast4: "3000" },
  ],
  [
    "the charge isn't there yet",
    { payment_intent: { id: "pi_1", latest_charge: null } },
    { method: null, cardBrand: null, cardLast4: null, complete: false },
  ],
  [
    "the charge says nothing",
    paidBy(null),
    { method: null, cardBrand: null, cardLast4: null, complete: false },
  ],
])("reads a payment's details when %s", async (_, change, expected) => {
  expect(await detailsOf(change)).toEqual({ ...DETAILS, ...expected });
});
