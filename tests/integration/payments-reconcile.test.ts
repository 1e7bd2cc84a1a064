import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql/web";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPaymentLink } from "#core/services/payments/create-payment-link.ts";
import { reconcilePayments } from "#core/services/payments/reconcile-payments.ts";
import { findOrderBySession } from "#core/storage/orders.ts";
import { checkoutOrders } from "#core/storage/schema/ledger.ts";
import { takeUnpaidOrders } from "#core/storage/unpaid-orders.ts";
import { inTier } from "#tests/support/tier.ts";
import { cutOff, type Fault } from "./money/faults.ts";
import {
  BANK_DEBIT,
  balanceOf,
  type Customer,
  deliver,
  openCheckout,
  openPlanCheckout,
  PAYS,
  type Stage,
  startPayments,
  withPayments,
} from "./payments-harness.ts";
import { NOTHING, ONE_CREDIT, ONE_YEAR, tracesOf } from "./plan-purchase-support.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** A new one for each test: a run checks every unpaid order there is. No webhook arrives. */
let stage: Stage;
beforeEach(async () => {
  stage = await startPayments();
  await stage.control.deliveries("drop");
});
afterEach(() => stage.stop());

/** The outside world this long from now. */
const later = <Context extends { clock: { now: () => number } }>(ctx: Context, ms: number): Context => ({
  ...ctx,
  clock: { now: () => Date.now() + ms },
});
const reconcileAfter = (ms: number) => reconcilePayments(later(stage.context, ms));
const statusOf = async (session: string) => (await findOrderBySession(stage.context.db, session))?.status;

/** Orders, and dies before the session could be stored. @returns the session the provider made. */
async function orderAndDie(customer: Customer): Promise<string> {
  let session = "";
  const dying = withPayments(customer, {
    async createCheckout(checkout) {
      session = (await customer.payments.createCheckout(checkout)).sessionId;
      throw new Error("crash");
    },
  });
  await createPaymentLink(dying, { amount: 25, product: "balance" }).catch(() => undefined);
  return session;
}

test("finds a payment that had no webhook and whose page was never left, for both products", async () => {
  const [buyer, payer] = [await stage.newCustomer(), await stage.newCustomer()];
  await stage.control.pay(await openPlanCheckout(buyer));
  await stage.control.pay(await openCheckout(payer));
  expect(await reconcileAfter(11 * MINUTE)).toEqual({
    checked: 2,
    paid: 2,
    closed: 0,
    returned: [],
    problems: [],
  });
  expect([await tracesOf(buyer), await tracesOf(payer)]).toEqual([ONE_YEAR, ONE_CREDIT]);
  expect(await reconcileAfter(12 * MINUTE)).toEqual({
    checked: 0,
    paid: 0,
    closed: 0,
    returned: [],
    problems: [],
  });
});

test("runs that overlap, and the webhook that arrives after all, credit once", async () => {
  const customer = await stage.newCustomer();
  const session = await openCheckout(customer);
  await stage.control.pay(session);
  await Promise.all(Array.from({ length: 5 }, () => reconcileAfter(11 * MINUTE)));
  expect(await deliver(stage, "checkout.session.completed", session)).toBe(200);
  expect(await tracesOf(customer)).toEqual(ONE_CREDIT);
});

test("finds a paid checkout whose session was never stored by its order", async () => {
  const customer = await stage.newCustomer();
  const session = await orderAndDie(customer);
  await orderAndDie(customer);
  await stage.control.pay(session);
  expect(await reconcileAfter(11 * MINUTE)).toMatchObject({ checked: 2, paid: 1 });
  expect(await statusOf(session)).toBe("paid");
  expect(await balanceOf(customer)).toBe(25);
});

test("an order is left to its payer, page and webhook for ten minutes", async () => {
  await stage.control.pay(await openCheckout(await stage.newCustomer()));
  expect(await reconcileAfter(9 * MINUTE)).toMatchObject({ checked: 0 });
  expect(await reconcileAfter(10 * MINUTE)).toMatchObject({ checked: 1, paid: 1 });
});

test("an open order stays open, a debit stays pending until it settles, an expired order is closed", async () => {
  const customer = await stage.newCustomer();
  const [open, debit, expired] = [
    await openCheckout(customer),
    await openCheckout(customer),
    await openCheckout(customer),
  ];
  await stage.control.pay(debit, BANK_DEBIT);
  await stage.control.expire(expired);
  expect(await reconcileAfter(11 * MINUTE)).toMatchObject({ checked: 3, paid: 0, closed: 1 });
  const statuses = [await statusOf(open), await statusOf(debit), await statusOf(expired)];
  expect(statuses).toEqual(["open", "pending", "expired"]);
  await stage.control.settle(debit, "succeeded");
  expect(await reconcileAfter(12 * MINUTE)).toMatchObject({ checked: 2, paid: 1, closed: 0 });
  expect(await balanceOf(customer)).toBe(25);
});

test("an order without a checkout is checked for a day, then closed", async () => {
  const customer = await stage.newCustomer();
  const refusing = withPayments(customer, { createCheckout: () => Promise.reject(new Error("away")) });
  await createPaymentLink(refusing, { amount: 25, product: "balance" }).catch(() => undefined);
  expect(await reconcileAfter(11 * MINUTE)).toMatchObject({ checked: 1, closed: 0 });
  expect(await reconcileAfter(DAY - MINUTE)).toMatchObject({ checked: 1, closed: 0 });
  expect(await reconcileAfter(DAY + MINUTE)).toMatchObject({ checked: 1, closed: 1 });
  expect(await reconcileAfter(DAY + 2 * MINUTE)).toMatchObject({ checked: 0 });
});

test("a late payment for a closed order is still credited", async () => {
  const customer = await stage.newCustomer();
  const session = await orderAndDie(customer);
  await stage.control.pay(session);
  const blind = { ...stage.context.payments, findCheckout: async () => null };
  await reconcilePayments(later({ ...stage.context, payments: blind }, DAY + MINUTE));
  expect(await tracesOf(customer)).toEqual(NOTHING);
  expect(await deliver(stage, "checkout.session.completed", session)).toBe(200);
  expect(await tracesOf(customer)).toEqual(ONE_CREDIT);
});

test("an order is checked for 30 days, not forever", async () => {
  await stage.control.pay(await openCheckout(await stage.newCustomer()), BANK_DEBIT);
  expect(await reconcileAfter(30 * DAY - MINUTE)).toMatchObject({ checked: 1 });
  expect(await reconcileAfter(30 * DAY + MINUTE)).toMatchObject({ checked: 0 });
});

test("a run is bounded, and the next one starts with the orders that were checked longest ago", async () => {
  const customers = [await stage.newCustomer(), await stage.newCustomer()];
  for (const customer of customers)
    await Promise.all(Array.from({ length: 15 }, () => openCheckout(customer)));
  const checked: string[][] = [];
  const { retrieveCheckout } = stage.context.payments;
  stage.context.payments.retrieveCheckout = (id) => {
    checked.at(-1)?.push(id);
    return retrieveCheckout(id);
  };
  for (const minutes of [11, 12]) {
    checked.push([]);
    await reconcileAfter(minutes * MINUTE);
  }
  expect(checked.map((run) => run.length)).toEqual([25, 25]);
  expect(new Set(checked.flat()).size).toBe(30);
  expect(checked[1]?.slice(0, 5).some((id) => checked[0]?.includes(id))).toBe(false);
});

test("an order that does not match its payment is reported and does not hold up the others", async () => {
  const customer = await stage.newCustomer();
  const [wrong, unknown, right] = [
    await openCheckout(customer),
    await openCheckout(customer),
    await openCheckout(customer),
  ];
  const { db } = customer;
  await db.update(checkoutOrders).set({ amountMinor: 1 }).where(eq(checkoutOrders.sessionId, wrong));
  await db
    .update(checkoutOrders)
    .set({ sessionId: "cs_test_nowhere" })
    .where(eq(checkoutOrders.sessionId, unknown));
  for (const session of [wrong, right]) await stage.control.pay(session);
  const { problems, ...report } = await reconcileAfter(11 * MINUTE);
  expect(report).toEqual({ checked: 3, paid: 1, closed: 0, returned: [] });
  expect(problems.map(({ code }) => code).sort()).toEqual(["order_mismatch", "order_unknown"]);
  const mismatched = problems.find(({ code }) => code === "order_mismatch")?.order;
  expect(mismatched).toBe((await findOrderBySession(db, wrong))?.id);
  expect(await balanceOf(customer)).toBe(25);
});

test("a provider that is away fails the run, and the next finds the payment", async () => {
  const customer = await stage.newCustomer();
  await stage.control.pay(await openCheckout(customer), PAYS);
  await stage.control.post("/outage", { kind: "refused", requests: 3 });
  await expect(reconcileAfter(11 * MINUTE)).rejects.toMatchObject({ code: "payment_provider_error" });
  expect(await reconcileAfter(12 * MINUTE)).toMatchObject({ paid: 1 });
  expect(await tracesOf(customer)).toEqual(ONE_CREDIT);
});

test("whichever call of the database or the provider dies, two runs credit once", async () => {
  const faults = (["before", "after", "inside"] as const).flatMap((at) =>
    (["database", "provider"] as const).map((of) => ({ of, at })),
  );
  for (const fault of faults) {
    let tripped = true;
    for (let call = 0; tripped; call += inTier({ fast: 4, full: 1 }))
      tripped = await dieOnce({ ...fault, call });
  }
});

async function dieOnce(fault: Fault): Promise<boolean> {
  const customer = await stage.newCustomer();
  const session = await (fault.call % 2 === 0 ? openCheckout(customer) : orderAndDie(customer));
  await stage.control.pay(session);
  const { ctx, state } = cutOff(later(customer, 11 * MINUTE), fault);
  await reconcilePayments(ctx).catch(() => undefined);
  await reconcileAfter(12 * MINUTE);
  expect(await tracesOf(customer), JSON.stringify(fault)).toEqual(ONE_CREDIT);
  return state.tripped;
}

test("the due orders are read from their own index, however many are settled", async () => {
  const { $client } = stage.context.db;
  const queries: string[] = [];
  const db = drizzle($client, { logger: { logQuery: (query) => queries.push(query) } });
  await takeUnpaidOrders(db, { createdAfter: 0, createdUntil: 1, limit: 25, now: 1 });
  const { rows } = await $client.execute({ sql: `EXPLAIN QUERY PLAN ${queries[0]}`, args: [0, 1, 25] });
  expect(rows.map(({ detail }) => detail).join()).toContain("USING INDEX checkout_orders_unpaid");
});
