import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { UsageRow } from "#core/domain/usage.ts";
import { syncMeter } from "#core/services/gateway/sync-meter.ts";
import { recordReversals } from "#core/services/payments/record-reversals.ts";
import { getReceipt } from "#core/services/receipts/receipts.ts";
import { apiKeys } from "#core/storage/schema/accounts.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { subscriptionNow } from "#tests/support/account.ts";
import { type Customer, land, type Stage, startPayments, withPayments } from "./payments-harness.ts";
import { changesOf, eventsOf, type Payment, pay, send, statementOf } from "./payments-reversals-support.ts";
import { at, keysOf, planOf } from "./plan-purchase-support.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startPayments();
});
afterAll(() => stage.stop());
beforeEach(() => stage.control.deliveries("normal"));

const payNew = async () => pay(stage, await stage.newCustomer(), "api_key");

/** Whole years from now that the plan and its key, which must agree, still run. */
async function yearsLeft({ customer }: Payment): Promise<number> {
  const plan = await planOf(customer);
  const keys = await keysOf(customer);
  expect(keys.map(({ until, planKey }) => ({ until, planKey }))).toEqual([
    { until: plan?.until, planKey: true },
  ]);
  const days = (Date.parse(String(plan?.until)) - Date.now()) / 86_400_000;
  // Never -0, which is not 0 for a matcher.
  return Math.round(days / 365) + 0;
}
const typeOf = async ({ customer }: Payment) => (await subscriptionNow(customer)).subscription_type;

test("a full refund takes the year back, and the plan's key expires with it", async () => {
  const payment = await payNew();
  expect([await yearsLeft(payment), await typeOf(payment)]).toEqual([1, "Premium"]);
  await payment.refund();
  expect([await yearsLeft(payment), await typeOf(payment)]).toEqual([0, "Free"]);
  expect(await changesOf(payment.customer)).toEqual(["purchase", "refund"]);
});

test("partial refunds take the year with the one that completes the refund", async () => {
  const payment = await payNew();
  await payment.refund(4000);
  await payment.refund(5999);
  expect(await changesOf(payment.customer)).toEqual(["purchase"]);
  await payment.refund(1);
  expect(await changesOf(payment.customer)).toEqual(["purchase", "refund"]);
});

test("a refund that fails gives the year back, and the next takes it again", async () => {
  const payment = await payNew();
  const before = await planOf(payment.customer);
  const [first, second] = [await payment.refund(4000), await payment.refund(6000)];
  await payment.failRefund(first);
  expect(await planOf(payment.customer)).toEqual(before);
  await payment.refund(4000);
  expect(await yearsLeft(payment)).toBe(0);
  await payment.failRefund(second);
  expect(await yearsLeft(payment)).toBe(1);
  const changes = await changesOf(payment.customer);
  expect(changes).toEqual(["purchase", "refund", "restored", "refund", "restored"]);
});

test("a dispute takes the year while it holds the money; one that is won gives it back", async () => {
  const payment = await payNew();
  await payment.dispute();
  expect([await yearsLeft(payment), await typeOf(payment)]).toEqual([0, "Free"]);
  await payment.dispute({ outcome: "won" });
  expect([await yearsLeft(payment), await typeOf(payment)]).toEqual([1, "Premium"]);
});

test("a lost dispute keeps the year, an inquiry takes none", async () => {
  const [lost, inquiry] = [await payNew(), await payNew()];
  await lost.dispute({ outcome: "lost" });
  await inquiry.dispute({ inquiry: true, outcome: "lost" });
  expect([await yearsLeft(lost), await yearsLeft(inquiry)]).toEqual([0, 1]);
});

test("a payment that is partly refunded and disputed for the rest loses one year, not two", async () => {
  const payment = await payNew();
  await pay(stage, payment.customer, "api_key");
  await payment.refund(4000);
  await payment.dispute({ outcome: "lost" });
  expect(await yearsLeft(payment)).toBe(1);
});

test("with two bought years, a refund takes only its own, whichever it is", async () => {
  const first = await payNew();
  const second = await pay(stage, first.customer, "api_key");
  await first.refund();
  expect(await yearsLeft(first)).toBe(1);
  await second.refund();
  expect(await yearsLeft(first)).toBe(0);
});

test("rupees never move dollars, and the receipt shows the refund", async () => {
  const payment = await payNew();
  await payment.refund();
  expect(await statementOf(payment.customer)).toEqual([]);
  expect(await getReceipt(payment.customer, { id: payment.orderId })).toMatchObject({
    currency: "INR",
    amount: 100,
    reversed: 100,
  });
});

test("a refund reported before its payment buys the year and takes it back, in this order", async () => {
  await stage.control.deliveries("drop");
  const payment = await payNew();
  await payment.refund();
  const [last] = (await eventsOf(stage, payment)).slice(-1);
  expect(await send(stage, last ?? {})).toBe(200);
  expect(await changesOf(payment.customer)).toEqual(["purchase", "refund"]);
  expect(await typeOf(payment)).toBe("Free");
});

test("events in random order, and all of them twice at once, end with one year taken or none", async () => {
  await stage.control.deliveries("drop");
  for (const ends of ["refunded", "kept"] as const) {
    const payment = await payNew();
    const refund = await payment.refund();
    if (ends === "kept") await payment.failRefund(refund);
    const events = (await eventsOf(stage, payment)).sort(() => Math.random() - 0.5);
    const statuses = await Promise.all([...events, ...events].map((event) => send(stage, event)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const event of events) await send(stage, event);
    expect(await changesOf(payment.customer)).toEqual(
      ends === "kept" ? ["purchase"] : ["purchase", "refund"],
    );
    expect(await yearsLeft(payment)).toBe(ends === "kept" ? 1 : 0);
  }
});

test("a response that was overtaken by a newer one does not win", async () => {
  const payment = await payNew();
  const { customer, intent } = payment;
  await stage.control.deliveries("drop");
  const refund = await payment.refund();
  let looks = 0;
  const slow = withPayments(customer, {
    async retrieveReversals(id) {
      const reversals = await customer.payments.retrieveReversals(id);
      looks += 1;
      if (looks > 1) return reversals;
      await payment.failRefund(refund);
      await recordReversals(customer, intent);
      return reversals;
    },
  });
  await recordReversals(slow, intent);
  expect(await changesOf(customer)).toEqual(["purchase", "refund", "restored"]);
  expect(await yearsLeft(payment)).toBe(1);
});

test("a provider whose responses keep changing is given up on, not followed forever", async () => {
  const payment = await payNew();
  const { customer, intent, orderId } = payment;
  let looks = 0;
  const restless = withPayments(customer, {
    async retrieveReversals(paymentIntentId) {
      looks += 1;
      const refunds = [{ id: "re_1", amountMinor: 10_000, stands: looks % 2 === 1 }];
      return { paymentIntentId, orderId, refunds, disputes: [] };
    },
  });
  await expect(recordReversals(restless, intent)).rejects.toMatchObject({ code: "payment_provider_error" });
  expect(looks).toBeLessThan(20);
  await recordReversals(customer, intent);
  expect(await yearsLeft(payment)).toBe(1);
});

describe("a refund ends the plan's month", () => {
  const day = (days: number, hours = 0) => new Date(Date.UTC(2026, 4, 4 + days, 12 + hours)).toISOString();

  async function buy(customer: Customer, time: string): Promise<Payment> {
    await stage.control.deliveries("drop");
    const payment = await pay(stage, at(customer, time), "api_key");
    await land(at(customer, time), payment.session);
    return payment;
  }

  async function refund({ customer, intent, refund: refunded }: Payment, time: string) {
    const made = await refunded();
    await recordReversals(at(customer, time), intent);
    return made;
  }

  /** One request with the plan's key that the plan paid for. */
  async function use({ db, account }: Customer, micros: number, time: string) {
    const [key] = await db.select().from(apiKeys).where(eq(apiKeys.accountId, account.id));
    const usage: UsageRow = {
      requestId: crypto.randomUUID(),
      accountId: account.id,
      keyId: key?.id ?? 0,
      timestamp: Date.parse(time),
      endpoint: "/v1/models",
      statusCode: 200,
      responseTime: 1,
      costMicros: 0,
      tokensIn: 0,
      tokensOut: 0,
      planMicros: micros,
    };
    await insertUsage(db, [usage]);
  }

  const usedAt = async (customer: Customer, time: string) => {
    const { value_used, requests_used, resets_at } = await subscriptionNow(at(customer, time));
    const { counted } = await syncMeter(at(customer, time), { accountId: customer.account.id, batch: null });
    expect(counted).toMatchObject({ requests: requests_used, micros: (value_used ?? 0) * 1e6 });
    return { value_used, requests_used, resets_at };
  };

  test("and a year bought again within it continues what was used, however often", async () => {
    const customer = await stage.newCustomer();
    const first = await buy(customer, day(0));
    await use(customer, 20_000_000, day(1));
    await refund(first, day(2));
    expect(await usedAt(customer, day(2, 1))).toMatchObject({ value_used: 0, requests_used: 0 });
    const second = await buy(customer, day(3));
    const until = { resets_at: "2026-06-07T12:00:00.000Z" };
    expect(await usedAt(customer, day(4))).toEqual({ value_used: 20, requests_used: 1, ...until });
    await refund(second, day(5));
    await buy(customer, day(6));
    expect(await usedAt(customer, day(7))).toMatchObject({ value_used: 20, requests_used: 1 });
    expect(await usedAt(customer, day(38))).toMatchObject({ value_used: 0, requests_used: 0 });
  });

  test("a year bought after it would have been over begins with a whole allowance", async () => {
    const customer = await stage.newCustomer();
    const first = await buy(customer, day(0));
    await use(customer, 20_000_000, day(1));
    await refund(first, day(2));
    await buy(customer, day(31));
    expect(await usedAt(customer, day(32))).toMatchObject({ value_used: 0, requests_used: 0 });
  });

  test("a refund that fails restores the month as it was", async () => {
    const customer = await stage.newCustomer();
    const payment = await buy(customer, day(0));
    await use(customer, 5_000_000, day(1));
    await payment.failRefund(await refund(payment, day(2)));
    await recordReversals(at(customer, day(3)), payment.intent);
    const until = { resets_at: "2026-06-04T12:00:00.000Z" };
    expect(await usedAt(customer, day(4))).toEqual({ value_used: 5, requests_used: 1, ...until });
  });
});
