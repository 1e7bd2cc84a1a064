import { and, eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { accountName } from "#core/domain/ledger.ts";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { comparePayments } from "#core/services/payments/compare-payments.ts";
import { recordReversals } from "#core/services/payments/record-reversals.ts";
import { checkoutOrders, ledgerBalances } from "#core/storage/schema/ledger.ts";
import {
  balanceOf,
  type Customer,
  land,
  type Stage,
  startPayments,
  withPayments,
} from "./payments-harness.ts";
import { pay } from "./payments-reversals-support.ts";
import { planOf } from "./plan-purchase-support.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A new one for each test: a comparison reads every payment there is. No webhook arrives. */
let stage: Stage;
beforeEach(async () => {
  stage = await startPayments();
  await stage.control.deliveries("drop");
});
afterEach(() => stage.stop());

const later = (ms: number) => ({ ...stage.context, clock: { now: () => Date.now() + ms } });

/** Whole comparisons, however many runs they take. @returns the last one's report. */
async function compareAfter(ms: number, context = later(ms)) {
  for (let runs = 0; runs < 20; runs += 1) {
    const { stage: under, last } = await comparePayments(context);
    if (under === null) return last;
  }
  throw new Error("The comparison doesn't end.");
}

const orderOf = async (orderId: string) => {
  const [order] = await stage.context.db.select().from(checkoutOrders).where(eq(checkoutOrders.id, orderId));
  return order;
};
const setOrder = (orderId: string, fields: Partial<typeof checkoutOrders.$inferInsert>) =>
  stage.context.db.update(checkoutOrders).set(fields).where(eq(checkoutOrders.id, orderId));

/** Top-ups and years of new customers; `landed` is booked by the landing page. */
async function paid(product: "balance" | "api_key", { landed = true } = {}) {
  const customer = await stage.newCustomer();
  const payment = await pay(stage, customer, product);
  if (landed) await land(customer, payment.session);
  return payment;
}

const planEndOf = async (customer: Customer) => (await planOf(customer))?.until ?? null;

test("ten planted discrepancies are each found and repaired once, in both directions", async () => {
  const untold = await paid("balance", { landed: false });
  const expired = await paid("balance", { landed: false });
  await setOrder(expired.orderId, { status: "expired" });
  const uncredited = await paid("balance", { landed: false });
  await setOrder(uncredited.orderId, {
    status: "paid",
    paidAt: Date.now(),
    paymentIntent: uncredited.intent,
  });
  const yearless = await paid("api_key", { landed: false });
  const refunded = await paid("balance");
  await refunded.refund(500);
  const refundFailed = await paid("balance");
  const refund = await refundFailed.refund();
  await recordReversals(refundFailed.customer, refundFailed.intent);
  await refundFailed.failRefund(refund);
  const disputed = await paid("balance");
  await disputed.dispute();
  const won = await paid("balance");
  await won.dispute();
  await recordReversals(won.customer, won.intent);
  await won.dispute({ outcome: "won" });
  const yearRefunded = await paid("api_key");
  await yearRefunded.refund();
  const unpaid = await paid("balance");
  const broke = await stage.newCustomer();
  const equal = await paid("balance");
  /** The provider says of one payment that nobody paid it. */
  const { payments } = withPayments(broke, {
    paymentStatus: async (id) => (id === unpaid.intent ? "unpaid" : broke.payments.paymentStatus(id)),
    listCharges: async (page) => {
      const { items, next } = await broke.payments.listCharges(page);
      return { items: items.filter(({ paymentIntentId }) => paymentIntentId !== unpaid.intent), next };
    },
  });

  const found = await compareAfter(HOUR, { ...later(HOUR), payments });
  expect(found?.problems).toEqual([]);
  expect(found?.repairs).toBe(10);
  expect(new Set(found?.repaired).size).toBe(10);
  const balances = [untold, expired, uncredited, refunded, refundFailed, disputed, won, unpaid, equal];
  expect(await Promise.all(balances.map(({ customer }) => balanceOf(customer)))).toEqual([
    25, 25, 25, 20, 25, 0, 25, 0, 25,
  ]);
  expect(await planEndOf(yearless.customer)).not.toBeNull();
  expect(Date.parse(String(await planEndOf(yearRefunded.customer)))).toBeLessThan(Date.now());
  expect((await verifyLedger(stage.context.db)).problems).toEqual([]);

  const again = await compareAfter(DAY + 2 * HOUR, { ...later(DAY + 2 * HOUR), payments });
  expect(again).toMatchObject({ repairs: 0, problems: [], compared: found?.compared });
});

test("what a person must look at is reported every day, and no money is moved for it", async () => {
  const unknown = await paid("balance");
  await setOrder(unknown.orderId, { paymentIntent: "pi_of_nobody" });
  const cheaper = await paid("balance");
  await stage.context.db.run(
    sql`UPDATE ${checkoutOrders} SET amount_minor = 100 WHERE id = ${cheaper.orderId}`,
  );
  const problems = [
    { subject: expect.stringMatching(/^ch_/), code: "order_mismatch" },
    { subject: expect.stringMatching(/^ch_/), code: "order_mismatch" },
    { subject: unknown.orderId, code: "payment_unknown" },
  ];
  for (const ms of [HOUR, DAY + 2 * HOUR]) {
    const found = await compareAfter(ms);
    expect(found).toMatchObject({ repairs: 0, problem_count: 3 });
    expect(found?.problems).toEqual(problems);
  }
  expect(await balanceOf(unknown.customer)).toBe(25);
});

test("an order is compared although other steps of the cron have checked it meanwhile", async () => {
  const { customer, orderId } = await paid("balance");
  await setOrder(orderId, { paymentIntent: "pi_of_nobody" });
  const { payments } = withPayments(customer, {
    listReversals: async (kind, page) => {
      await setOrder(orderId, { checkedAt: Date.now() + HOUR });
      return customer.payments.listReversals(kind, page);
    },
  });
  const found = await compareAfter(HOUR, { ...later(HOUR), payments });
  expect(found?.problems).toContainEqual({ subject: orderId, code: "payment_unknown" });
});

test("runs once a day, goes on where a failed run ended, and leaves the last minutes to the webhook", async () => {
  const { customer, orderId } = await paid("balance", { landed: false });
  const now = later(0);
  expect(await compareAfter(0, now)).toMatchObject({ compared: 0, repairs: 0 });
  expect((await orderOf(orderId))?.status).toBe("open");
  await compareAfter(HOUR);
  expect(await balanceOf(customer)).toBe(0);

  let calls = 0;
  const { payments } = withPayments(customer, {
    listReversals: async (kind, page) => {
      calls += 1;
      if (calls === 2) throw new Error("the provider is away");
      return customer.payments.listReversals(kind, page);
    },
  });
  const failing = { ...later(DAY + HOUR), payments };
  await expect(comparePayments(failing)).rejects.toThrow("away");
  expect(await balanceOf(customer)).toBe(25);
  expect(await comparePayments(failing)).toMatchObject({ stage: null, last: { repairs: 1, compared: 1 } });
  expect(calls).toBe(3);
});

test("a payment to a closed account is left to its refund", async () => {
  const { customer, orderId } = await paid("balance", { landed: false });
  await stage.context.db.run(sql`UPDATE accounts SET closed_at = 1 WHERE id = ${customer.account.id}`);
  expect(await compareAfter(HOUR)).toMatchObject({ repairs: 1, problems: [] });
  expect((await orderOf(orderId))?.status).toBe("expired");
  const [balance] = await stage.context.db
    .select()
    .from(ledgerBalances)
    .where(and(eq(ledgerBalances.account, accountName(customer.account.id))));
  expect(balance).toBeUndefined();
  expect(await compareAfter(DAY + 2 * HOUR)).toMatchObject({ repairs: 0, problems: [] });
});
