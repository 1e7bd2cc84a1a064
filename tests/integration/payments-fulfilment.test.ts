import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listAudit } from "#core/services/audit/list-audit.ts";
import { findOrderBySession } from "#core/storage/orders.ts";
import { eventually } from "#tests/support/limits.ts";
import {
  BANK_DEBIT,
  balanceOf,
  deliver,
  land,
  openCheckout,
  type Stage,
  startPayments,
  transfersOf,
} from "./payments-harness.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startPayments();
});
afterAll(() => stage.stop());
beforeEach(() => stage.control.deliveries("normal"));

const statusOf = async (session: string) => (await findOrderBySession(stage.context.db, session))?.status;

test("a paid checkout credits exactly its amount, through the webhook alone", async () => {
  const customer = await stage.newCustomer();
  const session = await openCheckout(customer, 199);
  await stage.control.pay(session);
  expect(await balanceOf(customer)).toBe(199);
});

test("the payer is sent to the success page with the session's ID, and the order records when and how it was paid", async () => {
  const customer = await stage.newCustomer();
  const session = await openCheckout(customer);
  const location = await stage.control.pay(session);
  expect(location).toBe(`http://app.test/payment/success?session_id=${session}`);
  const order = await findOrderBySession(stage.context.db, session);
  expect(order).toMatchObject({ status: "paid", amountMinor: 2500, currency: "usd", product: "balance" });
  expect(order?.paymentIntent).toMatch(/^pi_/);
  expect(order?.paidAt).toBeGreaterThan(0);
});

test("five webhooks racing five landing calls end in one credit", async () => {
  await stage.control.deliveries("drop");
  const customer = await stage.newCustomer();
  const session = await openCheckout(customer, 50);
  await stage.control.pay(session);
  const calls = Array.from({ length: 10 }, (_, index) => ({
    webhook: index % 2 === 0,
    order: Math.random(),
  }));
  calls.sort((one, other) => one.order - other.order);
  const outcomes = await Promise.all(
    calls.map(({ webhook }) =>
      webhook ? deliver(stage, "checkout.session.completed", session) : land(customer, session),
    ),
  );
  const landed = outcomes.filter((outcome) => typeof outcome === "object");
  expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(5);
  expect(landed).toMatchObject(Array(5).fill({ success: true, pending: false }));
  expect(await transfersOf(customer)).toHaveLength(1);
  const entries = await listAudit(customer, { limit: 10 });
  expect(entries.items.filter(({ action }) => action === "balance.topped_up")).toHaveLength(1);
  expect(await balanceOf(customer)).toBe(50);
});

test("a lost webhook costs nothing: the landing page credits", async () => {
  await stage.control.deliveries("drop");
  const customer = await stage.newCustomer();
  const session = await openCheckout(customer);
  await stage.control.pay(session);
  expect(await balanceOf(customer)).toBe(0);
  expect(await land(customer, session)).toMatchObject({ success: true, pending: false });
  expect(await balanceOf(customer)).toBe(25);
});

test("a webhook sent three times at once credits once", async () => {
  await stage.control.deliveries("duplicate");
  const customer = await stage.newCustomer();
  await stage.control.pay(await openCheckout(customer));
  expect(await balanceOf(customer)).toBe(25);
});

test.each(["sent", "reverse"] as const)(
  "events that arrive late, in the order %s, credit once",
  async (order) => {
    await stage.control.deliveries("hold");
    const customer = await stage.newCustomer();
    const paid = await openCheckout(customer);
    const debited = await openCheckout(customer, 50);
    await stage.control.pay(paid);
    await stage.control.pay(debited, BANK_DEBIT);
    await stage.control.settle(debited, "succeeded");
    expect(await balanceOf(customer)).toBe(0);
    await stage.control.flush(order);
    expect(await balanceOf(customer)).toBe(75);
    expect([await statusOf(paid), await statusOf(debited)]).toEqual(["paid", "paid"]);
  },
);

test("a bank debit is pending until it settles, and then credits", async () => {
  const customer = await stage.newCustomer();
  const session = await openCheckout(customer);
  await stage.control.pay(session, BANK_DEBIT);
  expect(await land(customer, session)).toMatchObject({ success: false, pending: true });
  expect([await statusOf(session), await balanceOf(customer)]).toEqual(["pending", 0]);
  await stage.control.settle(session, "succeeded");
  expect([await statusOf(session), await balanceOf(customer)]).toEqual(["paid", 25]);
});

test("a bank debit that fails is no longer pending and credits nothing", async () => {
  const customer = await stage.newCustomer();
  const session = await openCheckout(customer);
  await stage.control.pay(session, BANK_DEBIT);
  await stage.control.settle(session, "failed");
  expect(await land(customer, session)).toMatchObject({ success: false, pending: false });
  expect([await statusOf(session), await balanceOf(customer)]).toEqual(["failed", 0]);
});

test("a late event about a pending debit does not reopen a failed order", async () => {
  const customer = await stage.newCustomer();
  const session = await openCheckout(customer);
  await stage.control.pay(session, BANK_DEBIT);
  await stage.control.settle(session, "failed");
  expect(await deliver(stage, "checkout.session.completed", session)).toBe(200);
  expect(await statusOf(session)).toBe("failed");
});

test("an expired checkout is closed and credits nothing", async () => {
  const customer = await stage.newCustomer();
  const session = await openCheckout(customer);
  await stage.control.expire(session);
  expect(await land(customer, session)).toMatchObject({ success: false, pending: false });
  expect([await statusOf(session), await balanceOf(customer)]).toEqual(["expired", 0]);
});

test("an old event about a paid order changes nothing", async () => {
  const customer = await stage.newCustomer();
  const session = await openCheckout(customer);
  await stage.control.pay(session, BANK_DEBIT);
  await stage.control.settle(session, "succeeded");
  const before = await findOrderBySession(stage.context.db, session);
  expect(await deliver(stage, "checkout.session.completed", session)).toBe(200);
  expect(await findOrderBySession(stage.context.db, session)).toEqual(before);
  expect(await balanceOf(customer)).toBe(25);
});

test("a checkout that was opened but not paid is pending and credits nothing", async () => {
  const customer = await stage.newCustomer();
  const session = await openCheckout(customer);
  expect(await land(customer, session)).toMatchObject({ success: false, pending: true });
  expect(await balanceOf(customer)).toBe(0);
});

test("a webhook that failed is sent again until it is accepted", async () => {
  const customer = await stage.newCustomer();
  const session = await openCheckout(customer);
  stage.receiving.down = true;
  await stage.control.pay(session);
  expect(await balanceOf(customer)).toBe(0);
  stage.receiving.down = false;
  await eventually(async () => expect(await balanceOf(customer)).toBe(25));
});
