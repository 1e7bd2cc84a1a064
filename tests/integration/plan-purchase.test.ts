import { afterAll, beforeAll, expect, test } from "vitest";
import { listKeys } from "#core/services/keys/list-keys.ts";
import { createPaymentLink } from "#core/services/payments/create-payment-link.ts";
import { findOrderBySession } from "#core/storage/orders.ts";
import { apiKeys } from "#core/storage/schema/accounts.ts";
import { subscriptions } from "#core/storage/schema/plans.ts";
import { contextNow } from "#tests/support/account.ts";
import {
  BANK_DEBIT,
  balanceOf,
  type Customer,
  deliver,
  land,
  openPlanCheckout,
  openSdk,
  type Stage,
  startPayments,
  transfersOf,
} from "./payments-harness.ts";
import {
  at,
  BOUGHT,
  buyYear,
  keysOf,
  NOTHING,
  ONE_YEAR,
  planKey,
  planOf,
  premium,
  reveal,
  TWO_YEARS_LATER,
  tracesOf,
  YEAR_LATER,
} from "./plan-purchase-support.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startPayments();
  await stage.control.deliveries("drop");
});
afterAll(() => stage.stop());

const statusOf = async (session: string) => (await findOrderBySession(stage.context.db, session))?.status;

/** Set the way the operator does it. */
const setPlan = ({ db, account }: Customer, plan: Omit<typeof subscriptions.$inferInsert, "accountId">) =>
  db.insert(subscriptions).values({ accountId: account.id, ...plan });

test("₹100 buys a year of Premium and a key that expires with it, without any balance", async () => {
  const customer = at(await stage.newCustomer(), BOUGHT);
  const session = await openPlanCheckout(customer);
  const checkout = await openSdk(stage.stripe.url).checkout.sessions.retrieve(session);
  expect(checkout).toMatchObject({
    amount_total: 10_000,
    currency: "inr",
    cancel_url: "http://app.test/purchase-api-key?canceled=true",
  });
  expect(await stage.control.pay(session)).toBe(`http://app.test/payment-success?session_id=${session}`);
  expect(await land(customer, session)).toEqual({
    success: true,
    pending: false,
    product: "api_key",
    amount: 100,
    currency: "INR",
  });
  expect(await planOf(customer)).toEqual(premium(YEAR_LATER));
  expect(await keysOf(customer)).toEqual([{ id: expect.any(String), ...planKey(YEAR_LATER) }]);
  expect([await balanceOf(customer), await transfersOf(customer)]).toEqual([0, []]);
});

test("the Premium key is masked in the list and revealed from it like any other", async () => {
  const customer = at(await stage.newCustomer(), BOUGHT);
  await buyYear(stage, customer);
  const [listed] = await listKeys(customer);
  expect(listed).toMatchObject({ name: "Premium key", plan_key: true, expires_at: YEAR_LATER });
  expect(listed?.key).toContain("•");
  const { key } = await reveal(customer, listed?.id ?? "");
  expect(key).toMatch(/^lk_[0-9A-Za-z]{49}$/);
  expect(`${key.slice(0, 8)}••••••••${key.slice(-4)}`).toBe(listed?.key);
});

test("the webhook alone brings plan and key, to the account that ordered", async () => {
  const [customer, other] = [await stage.newCustomer(), await stage.newCustomer()];
  const session = await openPlanCheckout(customer);
  await stage.control.pay(session);
  expect(await tracesOf(customer)).toEqual(NOTHING);
  expect(await deliver(stage, "checkout.session.completed", session)).toBe(200);
  expect(await tracesOf(customer)).toEqual(ONE_YEAR);
  expect([await planOf(other), await keysOf(other)]).toEqual([null, []]);
});

test("ten webhooks racing ten landing calls end in one year and one key", async () => {
  const customer = await stage.newCustomer();
  const session = await openPlanCheckout(customer);
  await stage.control.pay(session);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? deliver(stage, "checkout.session.completed", session) : land(customer, session),
    ),
  );
  const response = { success: true, pending: false, product: "api_key", amount: 100, currency: "INR" };
  expect(outcomes).toEqual(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 200 : response)));
  expect(await tracesOf(customer)).toEqual(ONE_YEAR);
});

test("five purchases settled at once are five years on one key", async () => {
  const customer = at(await stage.newCustomer(), BOUGHT);
  const sessions = await Promise.all(Array.from({ length: 5 }, () => openPlanCheckout(customer)));
  await Promise.all(sessions.map((session) => stage.control.pay(session)));
  await Promise.all([...sessions, ...sessions].map((session) => land(customer, session)));
  expect(await tracesOf(customer)).toEqual({ ...ONE_YEAR, years: 5 });
  expect(await planOf(customer)).toEqual(premium("2031-05-04T12:34:56.789Z"));
  expect(await keysOf(customer)).toMatchObject([planKey("2031-05-04T12:34:56.789Z")]);
});

test.each([
  ["without an expiry date", null],
  ["that still runs", Date.parse("2026-05-05T00:00:00.000Z")],
])("the plan is not for sale to a Business plan %s", async (_, validUntil) => {
  const customer = at(await stage.newCustomer(), BOUGHT);
  await setPlan(customer, { type: "Business", validUntil });
  await expect(
    createPaymentLink(await contextNow(customer), { amount: 100, product: "api_key" }),
  ).rejects.toMatchObject({
    code: "plan_not_for_sale",
  });
  await createPaymentLink(customer, { amount: 25, product: "balance" });
});

test("a Business plan that started while its owner was paying stays Business", async () => {
  const endless = at(await stage.newCustomer(), BOUGHT);
  const limited = at(await stage.newCustomer(), BOUGHT);
  const sessions = [await openPlanCheckout(endless), await openPlanCheckout(limited)] as const;
  await setPlan(endless, { type: "Business", validUntil: null, requestsPerMonth: null });
  await setPlan(limited, { type: "Business", validUntil: Date.parse(YEAR_LATER), requestsPerMonth: 5 });
  for (const session of sessions) await stage.control.pay(session);
  await Promise.all([land(endless, sessions[0]), land(limited, sessions[1])]);
  expect(await planOf(endless)).toEqual({ type: "Business", until: null, requestsPerMonth: null });
  expect(await planOf(limited)).toEqual({ type: "Business", until: TWO_YEARS_LATER, requestsPerMonth: 5 });
  expect(await keysOf(endless)).toMatchObject([planKey(null)]);
  expect(await keysOf(limited)).toMatchObject([planKey(TWO_YEARS_LATER)]);
});

test("an account whose Business plan ended buys a Premium year from now", async () => {
  const customer = at(await stage.newCustomer(), BOUGHT);
  await setPlan(customer, { type: "Business", validUntil: Date.parse(BOUGHT), requestsPerMonth: 5 });
  await buyYear(stage, customer);
  expect(await planOf(customer)).toEqual(premium(YEAR_LATER));
});

test("an account at its key limit still gets the key it paid for", async () => {
  const customer = await stage.newCustomer();
  const row = {
    accountId: customer.account.id,
    name: "Own",
    mask: "m",
    status: "active",
    sealed: "s",
    createdAt: 0,
  } as const;
  const own = Array.from({ length: 100 }, () => ({
    ...row,
    publicId: crypto.randomUUID(),
    lookup: crypto.randomUUID(),
  }));
  await customer.db.insert(apiKeys).values(own);
  await buyYear(stage, customer);
  expect((await keysOf(customer)).filter((key) => key.planKey)).toHaveLength(1);
});

test("an open, expired or pending checkout brings nothing yet", async () => {
  const customer = await stage.newCustomer();
  const [open, expired, debited, failed] = [
    await openPlanCheckout(customer),
    await openPlanCheckout(customer),
    await openPlanCheckout(customer),
    await openPlanCheckout(customer),
  ] as const;
  await stage.control.expire(expired);
  await stage.control.pay(debited, BANK_DEBIT);
  await stage.control.pay(failed, BANK_DEBIT);
  await stage.control.settle(failed, "failed");
  expect(await deliver(stage, "checkout.session.async_payment_failed", failed)).toBe(200);
  expect(await land(customer, open)).toMatchObject({ success: false, pending: true, product: "api_key" });
  expect(await land(customer, expired)).toMatchObject({ success: false, pending: false });
  expect(await land(customer, debited)).toMatchObject({ success: false, pending: true });
  expect(await land(customer, failed)).toMatchObject({ success: false, pending: false });
  expect([await planOf(customer), await keysOf(customer)]).toEqual([null, []]);
  await stage.control.settle(debited, "succeeded");
  expect(await deliver(stage, "checkout.session.async_payment_succeeded", debited)).toBe(200);
  expect(await tracesOf(customer)).toEqual(ONE_YEAR);
  expect(await Promise.all([open, expired, debited, failed].map(statusOf))).toEqual([
    "open",
    "expired",
    "paid",
    "failed",
  ]);
});
