import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createKey } from "#core/services/keys/create-key.ts";
import { getReceipt } from "#core/services/receipts/receipts.ts";
import { closeAccountOf } from "#core/storage/account-closing.ts";
import { balances } from "#core/storage/schema/ledger.ts";
import { spend } from "#tests/support/money.ts";
import { inTier } from "#tests/support/tier.ts";
import { STATUS_OF } from "#worker/error-table.ts";
import { balanceOf, type Stage, startPayments } from "./payments-harness.ts";
import { eventsOf, pay, send, statementOf, worthOf } from "./payments-reversals-support.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startPayments();
});
afterAll(() => stage.stop());
beforeEach(() => stage.control.deliveries("normal"));

const payNew = async () => pay(stage, await stage.newCustomer());

test("a refund takes its amount back at once, and belongs to the order of its payment", async () => {
  const payment = await payNew();
  await payment.refund();
  expect(await statementOf(payment.customer)).toEqual(["top_up 25", "refund -25"]);
  expect(await balanceOf(payment.customer)).toBe(0);
  expect(await worthOf(payment)).toBe(0);
});

test("partial refunds are taken one by one, to the cent", async () => {
  const payment = await payNew();
  for (const cents of [1, 999, 1000, 500]) await payment.refund(cents);
  expect(await statementOf(payment.customer)).toEqual([
    "top_up 25",
    "refund -0.01",
    "refund -9.99",
    "refund -10",
    "refund -5",
  ]);
  expect(await balanceOf(payment.customer)).toBe(0);
});

test("a failed refund is returned, and a new one is taken again", async () => {
  const payment = await payNew();
  await payment.failRefund(await payment.refund(700));
  expect(await balanceOf(payment.customer)).toBe(25);
  await payment.refund(700);
  expect(await statementOf(payment.customer)).toEqual([
    "top_up 25",
    "refund -7",
    "refund_failed 7",
    "refund -7",
  ]);
  expect(await worthOf(payment)).toBe(18);
});

test("a dispute takes the money when it is withdrawn, and returns it when it is won", async () => {
  const payment = await payNew();
  await payment.dispute();
  expect(await balanceOf(payment.customer)).toBe(0);
  await payment.dispute({ outcome: "won" });
  expect(await statementOf(payment.customer)).toEqual(["top_up 25", "dispute -25", "dispute_won 25"]);
});

test("a lost dispute keeps what it took, after a refund only the rest", async () => {
  const payment = await payNew();
  await payment.refund(1000);
  await payment.dispute({ outcome: "lost" });
  expect(await statementOf(payment.customer)).toEqual(["top_up 25", "refund -10", "dispute -15"]);
});

test("an inquiry takes nothing until it becomes a dispute", async () => {
  const [closed, escalated] = [await payNew(), await payNew()];
  for (const payment of [closed, escalated]) await payment.dispute({ inquiry: true });
  await closed.dispute({ inquiry: true, outcome: "won" });
  expect(await balanceOf(escalated.customer)).toBe(25);
  await escalated.dispute();
  expect(await statementOf(closed.customer)).toEqual(["top_up 25"]);
  expect(await statementOf(escalated.customer)).toEqual(["top_up 25", "dispute -25"]);
});

test("a spent balance goes below 0, and then no key can be created until funds are added", async () => {
  const payment = await payNew();
  const { customer } = payment;
  await spend(customer.db, customer.account.id, 20_000_000);
  await payment.dispute();
  expect(await balanceOf(customer)).toBe(-20);
  const refused = await createKey(customer, { name: "Key" }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "insufficient_balance" });
  expect(STATUS_OF.insufficient_balance).toBe(402);
  await pay(stage, customer);
  expect(await balanceOf(customer)).toBe(5);
  expect((await createKey(customer, { name: "Key" })).status).toBe("active");
});

test("a receipt's amounts are the sum of its order's transfers", async () => {
  const customer = await stage.newCustomer();
  const payments = [await pay(stage, customer), await pay(stage, customer)] as const;
  await payments[0].refund(700);
  await payments[1].failRefund(await payments[1].refund(100));
  for (const payment of payments) {
    const receipt = await getReceipt(customer, { id: payment.orderId });
    expect(receipt.amount - receipt.reversed).toBe(await worthOf(payment));
  }
  expect(await balanceOf(customer)).toBe(43);
});

test("transfers of one payment touch no other order and no other account", async () => {
  const customer = await stage.newCustomer();
  const [one, other] = [await pay(stage, customer), await pay(stage, customer)];
  const stranger = await payNew();
  await one.refund();
  await one.dispute({ inquiry: true });
  expect([await worthOf(one), await worthOf(other), await worthOf(stranger)]).toEqual([0, 25, 25]);
});

test("a refund after the account was closed is still recorded", async () => {
  const payment = await payNew();
  const { db, account } = payment.customer;
  const entry = { accountId: account.id, action: "account.closed", subject: account.userId } as const;
  await closeAccountOf(db, { ...entry, requestId: "test", at: Date.now() });
  await payment.refund();
  expect(await worthOf(payment)).toBe(0);
});

/** Everything that can happen to one payment, with the product notified or not. */
async function liveThroughAll() {
  const payment = await payNew();
  await payment.failRefund(await payment.refund(300));
  await payment.refund(500);
  await payment.dispute({ outcome: "won" });
  return payment;
}
const ALL = ["dispute -20", "dispute_won 20", "refund -3", "refund -5", "refund_failed 3", "top_up 25"];

test("events in random order, each of them late, end in the same ledger", async () => {
  await stage.control.deliveries("drop");
  for (let round = 0; round < inTier({ fast: 2, full: 5 }); round += 1) {
    const payment = await liveThroughAll();
    const events = (await eventsOf(stage, payment)).sort(() => Math.random() - 0.5);
    const statuses = [];
    for (const event of events) statuses.push(await send(stage, event));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await statementOf(payment.customer)).sort(), events.map(({ type }) => type).join()).toEqual(ALL);
  }
});

test("all events of a payment twice and at once, including its fulfilment, end in the same ledger", async () => {
  await stage.control.deliveries("drop");
  const payment = await liveThroughAll();
  const events = await eventsOf(stage, payment);
  const statuses = await Promise.all([...events, ...events].map((event) => send(stage, event)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await statementOf(payment.customer)).sort()).toEqual(ALL);
});

test("changes without an event are found with the next event about the payment", async () => {
  await stage.control.deliveries("drop");
  const payment = await liveThroughAll();
  const [last] = (await eventsOf(stage, payment)).slice(-1);
  expect(await send(stage, last ?? {})).toBe(200);
  expect((await statementOf(payment.customer)).sort()).toEqual(ALL);
});

test("all balances add up to 0", async () => {
  const all = await stage.context.db.select().from(balances);
  expect(all.reduce((sum, { micros }) => sum + micros, 0)).toBe(0);
});
