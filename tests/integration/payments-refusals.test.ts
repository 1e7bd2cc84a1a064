import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CURRENCY_OF, type Product } from "#core/domain/products.ts";
import type { CheckoutState } from "#core/ports.ts";
import { createPaymentLink } from "#core/services/payments/create-payment-link.ts";
import { checkoutOrders } from "#core/storage/schema/ledger.ts";
import {
  balanceOf,
  land,
  openCheckout,
  openPlanCheckout,
  openSdk,
  placeOrder,
  type Stage,
  sessionFor,
  startPayments,
  transfersOf,
  WEBHOOK_SECRET,
  withPayments,
} from "./payments-harness.ts";
import { NOTHING, ONE_CREDIT, ONE_YEAR, tracesOf } from "./plan-purchase-support.ts";

let stage: Stage;
let sdk: Stripe;
beforeAll(async () => {
  stage = await startPayments();
  sdk = openSdk(stage.stripe.url);
  await stage.control.deliveries("drop");
});
afterAll(() => stage.stop());

const eventBody = (object: string, type = "checkout.session.completed", more: object = {}) =>
  JSON.stringify({
    id: "evt_test",
    object: "event",
    type,
    created: Math.floor(Date.now() / 1000),
    data: {
      object: {
        id: object,
        object: "checkout.session",
        payment_status: "paid",
        amount_total: 999_900,
        ...more,
      },
    },
  });

async function send(body: string, options: { secret?: string; ageSeconds?: number; sentBody?: string } = {}) {
  const signature = await sdk.webhooks.generateTestHeaderStringAsync({
    payload: body,
    secret: options.secret ?? WEBHOOK_SECRET,
    timestamp: Math.floor(Date.now() / 1000) - (options.ageSeconds ?? 0),
  });
  const response = await fetch(stage.webhookUrl, {
    method: "POST",
    headers: { "stripe-signature": signature },
    body: options.sentBody ?? body,
  });
  const { code = null }: { code?: string | null } = await response.json();
  return { status: response.status, code };
}

/** A paid checkout of a new customer that no webhook has reported. */
async function paidCheckout(amount = 25) {
  const customer = await stage.newCustomer();
  const session = await openCheckout(customer, amount);
  await stage.control.pay(session);
  return { customer, session };
}

test("someone else's session is not found, without a request to the provider, and credits nobody", async () => {
  const { customer, session } = await paidCheckout();
  const requested: string[] = [];
  const thief = withPayments(await stage.newCustomer(), {
    async retrieveCheckout(id) {
      requested.push(id);
      return null;
    },
  });
  await expect(land(thief, session)).rejects.toMatchObject({
    code: "not_found",
    message: "Payment not found.",
  });
  expect(requested).toEqual([]);
  expect([await balanceOf(thief), await balanceOf(customer)]).toEqual([0, 0]);
});

test("an unknown and a tampered session are not found and credit nothing", async () => {
  const { customer, session } = await paidCheckout();
  for (const other of ["cs_test_unknown", `${session}0`, session.toUpperCase(), `${session}' OR 1=1 --`]) {
    await expect(land(customer, other)).rejects.toMatchObject({ code: "not_found" });
  }
  expect(await balanceOf(customer)).toBe(0);
});

test("an event is only a hint: one that claims an unpaid session is paid credits nothing", async () => {
  const customer = await stage.newCustomer();
  const session = await openCheckout(customer);
  expect((await send(eventBody(session))).status).toBe(200);
  expect(await balanceOf(customer)).toBe(0);
});

test("refuses an event that is signed with another secret, altered in transit or ten minutes old", async () => {
  const { customer, session } = await paidCheckout();
  const body = eventBody(session);
  const refused = { status: 400, code: "invalid_signature" };
  expect(await send(body, { secret: "whsec_other" })).toEqual(refused);
  expect(await send(body, { sentBody: `${body} ` })).toEqual(refused);
  expect(await send(body, { ageSeconds: 600 })).toEqual(refused);
  expect(await balanceOf(customer)).toBe(0);
  expect((await send(body)).status).toBe(200);
  expect(await balanceOf(customer)).toBe(25);
});

test.each(["", "t=1", "t=abc,v1=00", "v1=00"])("the signature header %j is refused", async (header) => {
  const response = await fetch(stage.webhookUrl, {
    method: "POST",
    headers: { "stripe-signature": header },
    body: eventBody("cs_test_none"),
  });
  expect(response.status).toBe(400);
});

test("a signed event about a session without an order requests a retry", async () => {
  expect(await send(eventBody("cs_test_nowhere"))).toEqual({ status: 500, code: "order_unknown" });
});

test("a signed event about a session that another program opened in the same account is acknowledged", async () => {
  const foreign = { mode: "payment", client_reference_id: null };
  expect((await send(eventBody("cs_test_nowhere", undefined, foreign))).status).toBe(200);
});

test("other types of event are acknowledged and do nothing", async () => {
  const { customer, session } = await paidCheckout();
  for (const type of ["invoice.paid", "customer.created", "checkout.session.unheard_of"]) {
    expect((await send(eventBody(session, type))).status).toBe(200);
  }
  expect(await balanceOf(customer)).toBe(0);
});

test.each([
  ["a smaller amount", "balance", { amountMinor: 2499 }],
  ["a larger amount", "balance", { amountMinor: 2501 }],
  ["another currency", "balance", { currency: "inr" }],
  ["no payment at all", "balance", { paymentStatus: "no_payment_required" }],
  ["a smaller amount", "api_key", { amountMinor: 9_999 }],
  ["a larger amount", "api_key", { amountMinor: 10_001 }],
  ["another currency", "api_key", { currency: "usd" }],
  ["no payment at all", "api_key", { paymentStatus: "no_payment_required" }],
] satisfies [string, Product, Partial<CheckoutState>][])(
  "a checkout of %s than was ordered credits no %s",
  async (_, product, change) => {
    const customer = await stage.newCustomer();
    const session = await (product === "balance" ? openCheckout : openPlanCheckout)(customer);
    await stage.control.pay(session);
    const changed = withPayments(customer, {
      async retrieveCheckout(id) {
        const checkout = await customer.payments.retrieveCheckout(id);
        return checkout && { ...checkout, ...change };
      },
    });
    await expect(land(changed, session)).rejects.toMatchObject({ code: "order_mismatch" });
    expect(await tracesOf(customer)).toEqual(NOTHING);
  },
);

test("a crash before the session ID was stored still ends in one credit", async () => {
  const customer = await stage.newCustomer();
  const sessions: string[] = [];
  const crashing = withPayments(customer, {
    async createCheckout(checkout) {
      sessions.push((await customer.payments.createCheckout(checkout)).sessionId);
      throw new Error("crashed here");
    },
  });
  await expect(createPaymentLink(crashing, { amount: 25, product: "balance" })).rejects.toThrow(
    "crashed here",
  );
  const [session = ""] = sessions;
  await stage.control.pay(session);
  await Promise.all(Array.from({ length: 5 }, () => send(eventBody(session))));
  expect(await balanceOf(customer)).toBe(25);
  expect(await land(customer, session)).toMatchObject({ success: true, pending: false });
  expect(await transfersOf(customer)).toHaveLength(1);
});

test.each<[Product, number, typeof NOTHING]>([
  ["balance", 2500, ONE_CREDIT],
  ["api_key", 10_000, ONE_YEAR],
])("two paid sessions that name one order for %s fulfil it once", async (product, minor, once) => {
  const customer = await stage.newCustomer();
  const orderId = await placeOrder(customer, product, minor);
  const price = { currency: CURRENCY_OF[product], unit_amount: minor };
  const sessions = await Promise.all([sessionFor(stage, orderId, price), sessionFor(stage, orderId, price)]);
  await Promise.all(sessions.map((session) => stage.control.pay(session)));
  const responses = await Promise.all(sessions.map((session) => send(eventBody(session))));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 500]);
  expect(await tracesOf(customer)).toEqual(once);
});

test.each<[Product, string, number[]]>([
  [
    "balance",
    "Please select one of the predefined amounts: $25, $50, or $199",
    [24.99, 0, -25, 1e21, Number.NaN, 25.000001, 100],
  ],
  ["api_key", "The amount must be 100.", [99.99, 0, -100, 1e21, Number.NaN, 100.000001, 25]],
])("an amount at which %s is not sold opens no checkout: %s", async (product, message, amounts) => {
  const customer = await stage.newCustomer();
  for (const amount of amounts) {
    await expect(createPaymentLink(customer, { amount, product })).rejects.toMatchObject({
      code: "invalid_amount",
      message,
    });
  }
  expect(
    await stage.context.db.$count(checkoutOrders, eq(checkoutOrders.accountId, customer.account.id)),
  ).toBe(0);
});
