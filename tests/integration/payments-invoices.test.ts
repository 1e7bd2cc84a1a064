import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { setAutoTopUp } from "#core/services/auto-top-up/set-auto-top-up.ts";
import { topUpAccounts } from "#core/services/auto-top-up/top-up-accounts.ts";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { comparePayments } from "#core/services/payments/compare-payments.ts";
import { createPaymentLink } from "#core/services/payments/create-payment-link.ts";
import { completeReceipts, detailPayment } from "#core/services/receipts/payment-details.ts";
import { getInvoice, getReceipt, listReceipts } from "#core/services/receipts/receipts.ts";
import { findOrderBySession } from "#core/storage/orders.ts";
import { spend } from "#tests/support/money.ts";
import { createStripePayments } from "#worker/adapters/stripe-payments.ts";
import {
  BANK_DEBIT,
  balanceOf,
  type Customer,
  deliver,
  land,
  openCheckout,
  openPlanCheckout,
  openSdk,
  PAYS,
  type Stage,
  startPayments,
  transfersOf,
  withPayments,
} from "./payments-harness.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const TAX_ID = "DE123456789";
const VISA = { type: "card", brand: "visa", last4: "4242" };

let stage: Stage;
beforeAll(async () => {
  stage = await startPayments({ invoicing: { tax: true } });
});
afterAll(async () => {
  expect((await verifyLedger(stage.database.db)).problems).toEqual([]);
  await stage.stop();
});

const later = (customer: Customer, ms: number): Customer => ({
  ...customer,
  clock: { now: () => Date.now() + ms },
});

async function pay(customer: Customer, { number = PAYS, taxId = "" } = {}): Promise<string> {
  const sessionId = await openCheckout(customer);
  await stage.control.pay(sessionId, number, taxId);
  return sessionId;
}

async function newestReceipt(customer: Customer) {
  const { items } = await listReceipts(customer, { limit: 1 });
  return getReceipt(customer, { id: items[0]?.id ?? "" });
}

/** The reads of details by the webhook and the cron, for one test. */
function spyOnDetails() {
  const spy = vi.spyOn(stage.context.payments, "paymentDetails");
  onTestFinished(() => void spy.mockRestore());
  return spy;
}

it("a top-up is credited in full, and its receipt has the card, the included tax and an invoice with the tax ID", async () => {
  const customer = { ...(await stage.newCustomer()), seller: ["Example Inc.", "VAT ID DE000000000"] };
  const sessionId = await pay(customer, { taxId: TAX_ID });
  expect(await balanceOf(customer)).toBe(25);
  const receipt = await newestReceipt(customer);
  expect(receipt).toMatchObject({
    number: expect.stringMatching(/^LK-\d{8}-[0-9A-F]{8}$/),
    seller: ["Example Inc.", "VAT ID DE000000000"],
    amount: 25,
    payment_method: VISA,
    tax: 3.81,
    has_invoice: true,
  });

  const { url } = await getInvoice(customer, { id: receipt.id });
  const page = await (await fetch(url)).text();
  for (const text of ["$25.00", "$3.81", TAX_ID]) expect(page).toContain(text);
  const sdk = openSdk(stage.stripe.url);
  const session = await sdk.checkout.sessions.retrieve(sessionId, { expand: ["payment_intent"] });
  expect(session).toMatchObject({ amount_total: 2500, payment_intent: { amount: 2500 } });
  const invoice = await sdk.invoices.retrieve(String(session.invoice));
  expect(invoice).toMatchObject({ amount_paid: 2500, metadata: { order_id: receipt.id } });
});

it("a year of Premium has its own tax and invoice, in rupees", async () => {
  const customer = await stage.newCustomer();
  await stage.control.pay(await openPlanCheckout(customer));
  expect(await newestReceipt(customer)).toMatchObject({
    product: "api_key",
    amount: 100,
    currency: "INR",
    tax: 15.25,
    has_invoice: true,
    payment_method: VISA,
    balance_after: null,
    seller: ["Latchkey"],
  });
});

it("a bank debit has the last digits of its account, and its invoice once it is settled", async () => {
  const customer = await stage.newCustomer();
  const sessionId = await pay(customer, { number: BANK_DEBIT });
  expect((await findOrderBySession(customer.db, sessionId))?.detailsAt).toBeNull();
  await stage.control.settle(sessionId, "succeeded");
  expect(await newestReceipt(customer)).toMatchObject({
    payment_method: { type: "us_bank_account", brand: null, last4: "6789" },
    tax: 3.81,
    has_invoice: true,
  });
});

it("a card that is saved at a taxed checkout pays an automatic top-up, which has a card and no invoice", async () => {
  const customer = await stage.newCustomer();
  const link = await createPaymentLink(customer, { amount: 25, product: "balance", savesCard: true });
  await stage.control.pay(link.session_id);
  expect(await newestReceipt(customer)).toMatchObject({ tax: 3.81, has_invoice: true });
  await setAutoTopUp(customer, { enabled: true, threshold: 20, amount: 50, monthly_limit: 150 });
  await spend(customer.db, customer.account.id, 10_000_000);
  await topUpAccounts(customer);
  expect(await balanceOf(customer)).toBe(65);
  const receipt = await newestReceipt(customer);
  expect(receipt).toMatchObject({ amount: 50, payment_method: VISA, tax: null, has_invoice: false });
  await expect(getInvoice(customer, receipt)).rejects.toMatchObject({
    code: "not_found",
    message: "Invoice not found.",
  });
});

it("details that fail delay no credit, and the cron adds them after ten minutes", async () => {
  const customer = await stage.newCustomer();
  const details = spyOnDetails().mockRejectedValue(new Error("Stripe is away."));
  const sessionId = await pay(customer);
  expect(await deliver(stage, "checkout.session.completed", sessionId)).toBe(200);
  expect(details).toHaveBeenCalledTimes(2);
  expect(await land(customer, sessionId)).toMatchObject({ success: true });
  expect(await balanceOf(customer)).toBe(25);
  const missing = { amount: 25, payment_method: null, tax: null, has_invoice: false };
  expect(await newestReceipt(customer)).toMatchObject(missing);

  details.mockRestore();
  await completeReceipts(later(customer, 9 * MINUTE));
  expect(await newestReceipt(customer)).toMatchObject(missing);
  expect(await completeReceipts(later(customer, 11 * MINUTE))).toEqual({ checked: 1, completed: 1 });
  const complete = { payment_method: VISA, tax: 3.81, has_invoice: true };
  expect(await newestReceipt(customer)).toMatchObject(complete);
  expect(await completeReceipts(later(customer, 60 * MINUTE))).toEqual({ checked: 0, completed: 0 });
  expect(await transfersOf(customer)).toHaveLength(1);
});

it("an invoice that Stripe issues later is found later, and is kept", async () => {
  const customer = await stage.newCustomer();
  const { paymentDetails } = stage.context.payments;
  const early: typeof paymentDetails = async (payment) => {
    const details = await paymentDetails(payment);
    return details && { ...details, invoiceId: null, complete: false };
  };
  const spy = spyOnDetails().mockImplementation(early);
  const sessionId = await pay(customer);
  expect(await newestReceipt(customer)).toMatchObject({ payment_method: VISA, has_invoice: false });
  expect(await completeReceipts(later(customer, 11 * MINUTE))).toEqual({ checked: 1, completed: 0 });
  // A slow early response arrives after the complete one.
  spy.mockImplementationOnce(async (payment) => {
    await completeReceipts({
      ...later(customer, 30 * MINUTE),
      payments: { ...customer.payments, paymentDetails },
    });
    return early(payment);
  });
  await detailPayment(customer, sessionId);
  expect(await newestReceipt(customer)).toMatchObject({ payment_method: VISA, has_invoice: true });
});

it("an order whose details fail holds up no other one, and is given up after three days", async () => {
  const customers = await Promise.all([stage.newCustomer(), stage.newCustomer(), stage.newCustomer()]);
  const [broken] = customers;
  const { paymentDetails } = stage.context.payments;
  const spy = spyOnDetails().mockRejectedValue(new Error("Away."));
  const sessions: string[] = [];
  for (const customer of customers) sessions.push(await pay(customer));
  spy.mockImplementation(async (payment) => {
    if (payment.sessionId === sessions[0]) throw new Error("Broken for good.");
    return paymentDetails(payment);
  });
  await expect(completeReceipts(later(broken, 11 * MINUTE))).rejects.toThrow("Broken for good.");
  expect(await completeReceipts(later(broken, 12 * MINUTE))).toEqual({ checked: 2, completed: 2 });
  await expect(completeReceipts(later(broken, 22 * MINUTE))).rejects.toThrow("Broken for good.");
  expect(await completeReceipts(later(broken, 3 * DAY))).toEqual({ checked: 0, completed: 0 });
  expect(await Promise.all(customers.map(balanceOf))).toEqual([25, 25, 25]);
});

it("an invoice is only for the account that paid", async () => {
  const [owner, stranger] = await Promise.all([stage.newCustomer(), stage.newCustomer()]);
  await pay(owner);
  const { id } = await newestReceipt(owner);
  const invoiceUrl = vi.fn<typeof stage.context.payments.invoiceUrl>();
  const refused = { code: "not_found", message: "Receipt not found." };
  await expect(getReceipt(stranger, { id })).rejects.toMatchObject(refused);
  const watched = (customer: Customer) => withPayments(customer, { invoiceUrl });
  await expect(getInvoice(watched(stranger), { id })).rejects.toMatchObject(refused);
  await expect(getInvoice(watched(owner), { id: "order_unknown" })).rejects.toMatchObject(refused);
  expect(invoiceUrl).not.toHaveBeenCalled();
  expect((await getInvoice(owner, { id })).url).toContain("/i/");
});

it("an invoice that Stripe has deleted is not found", async () => {
  const customer = await stage.newCustomer();
  const sessionId = await pay(customer);
  await customer.db.$client.execute({
    sql: "UPDATE checkout_orders SET invoice_id = 'in_gone' WHERE session_id = ?",
    args: [sessionId],
  });
  const receipt = await newestReceipt(customer);
  await expect(getInvoice(customer, receipt)).rejects.toMatchObject({ message: "Invoice not found." });
});

it("a refund takes back the whole amount, tax included, and the comparison finds nothing wrong", async () => {
  const customer = await stage.newCustomer();
  const sessionId = await pay(customer);
  const sdk = openSdk(stage.stripe.url);
  const { payment_intent } = await sdk.checkout.sessions.retrieve(sessionId);
  await sdk.refunds.create({ payment_intent: String(payment_intent) });
  expect(await balanceOf(customer)).toBe(0);
  expect(await newestReceipt(customer)).toMatchObject({ status: "reversed", reversed: 25, tax: 3.81 });
  const report = await comparePayments(later(customer, 60 * MINUTE));
  expect(JSON.stringify(report)).toContain('"problem_count":0');
});

it.each([
  ["without invoices, a checkout has neither invoice nor tax", null, false],
  ["with invoices alone, a checkout has an invoice without a tax line", { tax: false }, true],
])("%s", async (_, invoicing, has_invoice) => {
  const { payments, ...customer } = await stage.newCustomer();
  const plain = createStripePayments({
    secretKey: "sk_test_payments",
    apiUrl: stage.stripe.url,
    invoicing,
  });
  await pay({ ...customer, payments: plain });
  expect(await newestReceipt({ ...customer, payments })).toMatchObject({
    payment_method: VISA,
    tax: null,
    has_invoice,
  });
});
