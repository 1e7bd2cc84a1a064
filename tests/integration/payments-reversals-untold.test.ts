import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPaymentLink } from "#core/services/payments/create-payment-link.ts";
import { checkoutOrders } from "#core/storage/schema/ledger.ts";
import { openSdk, type Stage, startPayments, withPayments } from "./payments-harness.ts";
import { eventAbout, pay, send, statementOf } from "./payments-reversals-support.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startPayments();
});
afterAll(() => stage.stop());
beforeEach(() => stage.control.deliveries("normal"));

const payNew = async () => pay(stage, await stage.newCustomer());

test.each([
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.refund.updated",
  "charge.dispute.created",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "charge.dispute.closed",
])("%s alone is reason enough to check, and fulfils the order first", async (type) => {
  await stage.control.deliveries("drop");
  const payment = await payNew();
  await payment.refund(1000);
  expect(await send(stage, eventAbout(payment.intent, type))).toBe(200);
  expect(await statementOf(payment.customer)).toEqual(["top_up 25", "refund -10"]);
});

test("a refund finds an order whose session was never stored", async () => {
  await stage.control.deliveries("drop");
  const payment = await payNew();
  const { db } = payment.customer;
  const unbound = { sessionId: null };
  await db.update(checkoutOrders).set(unbound).where(eq(checkoutOrders.id, payment.orderId));
  await payment.refund(1000);
  expect(await send(stage, eventAbout(payment.intent))).toBe(200);
  expect(await statementOf(payment.customer)).toEqual(["top_up 25", "refund -10"]);
});

test("a refund whose order is not paid yet is not acknowledged, so that it is sent again", async () => {
  await stage.control.deliveries("drop");
  const payment = await payNew();
  await payment.refund(1000);
  const { retrieveCheckout } = stage.context.payments;
  stage.context.payments.retrieveCheckout = async (id) => {
    const state = await retrieveCheckout(id);
    return state && { ...state, paymentStatus: "unpaid" };
  };
  const early = await send(stage, eventAbout(payment.intent));
  stage.context.payments.retrieveCheckout = retrieveCheckout;
  expect([early, await statementOf(payment.customer)]).toEqual([500, []]);
  expect(await send(stage, eventAbout(payment.intent))).toBe(200);
  expect(await statementOf(payment.customer)).toEqual(["top_up 25", "refund -10"]);
});

test("an order that does not exist yet, and a payment the provider does not know, are sent again", async () => {
  const payment = await payNew();
  const { db } = payment.customer;
  const own = eq(checkoutOrders.id, payment.orderId);
  const orders = await db.select().from(checkoutOrders).where(own);
  await db.delete(checkoutOrders).where(own);
  expect(await send(stage, eventAbout(payment.intent))).toBe(500);
  await db.insert(checkoutOrders).values(orders);
  expect(await send(stage, eventAbout(payment.intent))).toBe(200);
  expect(await send(stage, eventAbout("pi_nowhere"))).toBe(500);
});

/** Pays for something that is not one of our orders, and has all of it refunded. @returns the payment. */
async function payElsewhere(metadata: Record<string, string> = {}): Promise<string> {
  const sdk = openSdk(stage.stripe.url);
  const price_data = { currency: "usd", unit_amount: 900, product_data: { name: "Cap" } };
  const { id } = await sdk.checkout.sessions.create({
    mode: "payment",
    line_items: [{ price_data, quantity: 1 }],
    payment_intent_data: { metadata },
    success_url: "http://shop.test/",
  });
  await stage.control.deliveries("drop");
  await stage.control.pay(id);
  const { payment_intent } = await sdk.checkout.sessions.retrieve(id);
  await sdk.refunds.create({ payment_intent: String(payment_intent) });
  return String(payment_intent);
}

test("a refund of somebody else's payment, or of none, is acknowledged and changes nothing", async () => {
  expect(await send(stage, eventAbout(await payElsewhere()))).toBe(200);
  expect(await send(stage, eventAbout(null))).toBe(200);
});

test("a refund of another payment that names an order takes nothing from its account", async () => {
  const payment = await payNew();
  const elsewhere = await payElsewhere({ order_id: payment.orderId });
  expect(await send(stage, eventAbout(elsewhere))).toBe(500);
  expect(await statementOf(payment.customer)).toEqual(["top_up 25"]);
});

test("a refund of an order whose checkout could not be stored is found even though the page was never left", async () => {
  await stage.control.deliveries("drop");
  const customer = await stage.newCustomer();
  let session = "";
  const crashing = withPayments(customer, {
    async createCheckout(checkout) {
      session = (await customer.payments.createCheckout(checkout)).sessionId;
      throw new Error("crash");
    },
  });
  await createPaymentLink(crashing, { amount: 50, product: "balance" }).catch(() => undefined);
  await stage.control.pay(session);
  const sdk = openSdk(stage.stripe.url);
  const intent = String((await sdk.checkout.sessions.retrieve(session)).payment_intent);
  await sdk.refunds.create({ payment_intent: intent, amount: 2000 });
  expect(await send(stage, eventAbout(intent))).toBe(200);
  expect(await statementOf(customer)).toEqual(["top_up 50", "refund -20"]);
});
