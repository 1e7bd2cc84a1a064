import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { NewCheckout } from "#core/ports.ts";
import { MAX_UNPAID_ORDERS } from "#core/services/payments/create-payment-link.ts";
import { checkoutOrders } from "#core/storage/schema/ledger.ts";
import { subscriptions } from "#core/storage/schema/plans.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { call, errorOf, newUser, openTestDatabase, testApi, writeDirectly } from "./support/test-api.ts";

const DAY = 86_400_000;
const NOW = Date.parse("2026-05-04T12:00:00Z");

/** A buyer without a balance, and the API with a provider that opens every requested checkout. */
async function buyer() {
  const opened: NewCheckout[] = [];
  const api = testApi({
    clock: { now: () => NOW },
    payments: {
      ...noPayments,
      createCheckout: async (checkout) => {
        opened.push(checkout);
        return { sessionId: `cs_${checkout.orderId}`, url: `https://pay.test/${checkout.orderId}` };
      },
    },
  });
  const user = await newUser({ micros: 0 });
  const order = (body: object) => call(api, user.token, "/api/payment/create-payment-link", { body });
  return { opened, order, user };
}

it("an amount of 100 without a product opens a checkout for ₹100 that returns to the plan's pages", async () => {
  const { opened, order, user } = await buyer();
  const response = await order({ amount: 100 });
  const [checkout] = opened;
  expect([response.status, await response.json()]).toEqual([
    200,
    { paymentLinkUrl: `https://pay.test/${checkout?.orderId}`, session_id: `cs_${checkout?.orderId}` },
  ]);
  expect(opened).toEqual([
    {
      orderId: expect.stringMatching(/^order_[0-9a-f]{32}$/),
      amountMinor: 10_000,
      currency: "inr",
      description: "Latchkey Premium, 1 year",
      customerEmail: user.email,
      savesCard: null,
      successUrl: "https://latchkey.test/payment-success?session_id={CHECKOUT_SESSION_ID}",
      cancelUrl: "https://latchkey.test/purchase-api-key?canceled=true",
    },
  ]);
  const ofUser = eq(checkoutOrders.accountId, user.account.id);
  expect(await openTestDatabase().select().from(checkoutOrders).where(ofUser)).toMatchObject([
    { id: checkout?.orderId, product: "api_key", currency: "inr", amountMinor: 10_000, status: "open" },
  ]);
});

it.each([
  [{ amount: 99 }, "The amount must be 100."],
  [{ amount: 10_000 }, "The amount must be 100."],
  [{ amount: 25 }, "The amount must be 100."],
  [{ amount: 1e21, product: "api_key" }, "The amount must be 100."],
  [{ amount: "100" }, "The amount must be a number."],
  [{ product: "api_key" }, "The amount must be a number."],
])("%j buys nothing", async (body, error) => {
  const { opened, order } = await buyer();
  const response = await order(body);
  expect(response.status).toBe(422);
  expect(await errorOf(response)).toMatchObject({ code: "invalid_amount", field: "amount", error });
  expect(opened).toEqual([]);
});

it("an unknown product is rejected", async () => {
  const { opened, order } = await buyer();
  const response = await order({ amount: 100, product: "gift" });
  expect(response.status).toBe(422);
  expect(await errorOf(response)).toMatchObject({ code: "invalid_request", field: "product" });
  expect(opened).toEqual([]);
});

it("the limit on unpaid checkouts counts both products", async () => {
  const { order } = await buyer();
  const bodies = Array.from({ length: MAX_UNPAID_ORDERS }, (_, index) =>
    index % 2 === 0 ? { amount: 100 } : { amount: 25, product: "balance" },
  );
  const responses = await Promise.all(bodies.map(order));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(MAX_UNPAID_ORDERS);
  expect((await order({ amount: 100 })).status).toBe(429);
  expect((await order({ amount: 25, product: "balance" })).status).toBe(429);
});

const plans: [string, typeof subscriptions.$inferInsert.type, number | null, number][] = [
  ["a Business plan without an end", "Business", null, 409],
  ["a Business plan that ends tomorrow", "Business", NOW + DAY, 409],
  ["a Business plan that ends now", "Business", NOW, 200],
  ["a Premium plan that runs", "Premium", NOW + DAY, 200],
  ["a Premium plan that ended", "Premium", NOW - DAY, 200],
];
it.each(plans)("on %s the year is sold or refused as it should be", async (_, type, validUntil, status) => {
  const { opened, order, user } = await buyer();
  const terms = { accountId: user.account.id, type, validUntil };
  await writeDirectly((db) => db.insert(subscriptions).values(terms));
  const response = await order({ amount: 100 });
  expect(response.status).toBe(status);
  expect(opened).toHaveLength(status === 200 ? 1 : 0);
  if (status === 200) return;
  const error = "Your Business plan already covers what Premium offers.";
  expect(await errorOf(response)).toMatchObject({ code: "plan_not_for_sale", error });
});
