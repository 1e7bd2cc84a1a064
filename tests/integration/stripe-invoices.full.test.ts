import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkoutOf, type LocalStage, startLocalStripe } from "./stripe-support.ts";

let stage: LocalStage;
beforeAll(async () => {
  stage = await startLocalStripe();
});
afterAll(() => stage.stop());

type Params = Stripe.Checkout.SessionCreateParams;

const TAXED: Partial<Params> = {
  invoice_creation: { enabled: true, invoice_data: { metadata: { order_id: "order_1" } } },
  automatic_tax: { enabled: true },
  tax_id_collection: { enabled: true },
};
const taxed = (change: Partial<Params> = {}) => {
  const price_data = {
    currency: "usd",
    unit_amount: 2500,
    tax_behavior: "inclusive",
    product_data: { name: "Balance" },
  } as const;
  return checkoutOf({ line_items: [{ quantity: 1, price_data }], ...TAXED, ...change });
};
const create = (params: Params) => stage.sdk.checkout.sessions.create(params);
const newCustomer = async () => (await stage.sdk.customers.create({ email: "payer@example.com" })).id;

test("tax is part of the total, and an invoice follows the payment with its customer and tax ID", async () => {
  const session = await create(taxed());
  expect(session).toMatchObject({ amount_total: 2500, total_details: { amount_tax: 381 }, invoice: null });
  const page = await stage.page(session);
  for (const text of ["Includes 18% tax", "$3.81", "Tax ID"]) expect(page).toContain(text);
  const fields = { email: "payer@example.com", number: "4242424242424242", tax_id: " DE123456789 " };
  await stage.submit(`/c/pay/${session.id}`, fields);

  const expand = ["invoice", "payment_intent.latest_charge"];
  const paid = await stage.sdk.checkout.sessions.retrieve(session.id, { expand });
  expect(paid).toMatchObject({
    invoice: {
      status: "paid",
      amount_paid: 2500,
      metadata: { order_id: "order_1" },
      customer_tax_ids: [{ value: "DE123456789" }],
      total_taxes: [{ amount: 381, tax_behavior: "inclusive" }],
    },
    payment_intent: {
      amount: 2500,
      customer: paid.customer,
      latest_charge: { payment_method_details: { type: "card", card: { brand: "visa", last4: "4242" } } },
    },
  });
  const { email } = (await stage.sdk.customers.retrieve(String(paid.customer))) as Stripe.Customer;
  expect(email).toBe("payer@example.com");
  expect(stage.received.map(({ type }) => type)).toContain("invoice.paid");
});

test("the pages of an invoice are behind an address that can't be guessed", async () => {
  const session = await create(taxed());
  await stage.pay(session);
  const { invoice } = await stage.sdk.checkout.sessions.retrieve(session.id);
  const issued = await stage.sdk.invoices.retrieve(String(invoice));
  for (const url of [issued.hosted_invoice_url, issued.invoice_pdf]) {
    const response = await fetch(url ?? "");
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("$3.81")]);
  }
  for (const token of [issued.id, "test_1"]) {
    const unknown = await fetch(`${stage.url}/i/${token}`);
    expect([unknown.status, await unknown.text()]).toEqual([
      404,
      expect.stringContaining("Invoice not found"),
    ]);
  }
});

test("a checkout that asks for none has no invoice, and no new customer", async () => {
  const session = await create(checkoutOf());
  await stage.pay(session);
  expect(await stage.sdk.checkout.sessions.retrieve(session.id)).toMatchObject({
    invoice: null,
    customer: null,
    total_details: { amount_tax: 0 },
    invoice_creation: { enabled: false },
    automatic_tax: { enabled: false, status: null },
  });
});

test("tax for a known customer needs leave to store the address, and a tax ID to store the name", async () => {
  const customer = await newCustomer();
  const refused = (customer_update: Params["customer_update"]) =>
    expect(create(taxed({ customer, ...(customer_update && { customer_update }) }))).rejects;
  await refused(undefined).toThrow("`customer_update[address]` to 'auto'");
  await refused({ name: "auto" }).toThrow("`customer_update[address]` to 'auto'");
  await refused({ address: "auto" }).toThrow("`customer_update[name]` to `auto`");
  const session = await create(taxed({ customer, customer_update: { address: "auto", name: "auto" } }));
  await stage.pay(session);
  const { customer: payer, invoice } = await stage.sdk.checkout.sessions.retrieve(session.id);
  expect([payer, invoice]).toEqual([customer, expect.stringMatching(/^in_/)]);
});

test.each<[string, () => Partial<Params>, string]>([
  ["customer_update without a customer", () => ({ customer_update: { name: "auto" } }), "can only be used"],
  ["an invoice for a saved card", () => ({ mode: "setup", line_items: [] }), "`mode` is set to `payment`"],
  [
    "a price without its tax",
    () => ({ line_items: checkoutOf().line_items ?? [] }),
    "prices that include their tax",
  ],
])("refuses %s", async (_, change, message) => {
  await expect(create(taxed(change()))).rejects.toThrow(message);
});
