import { eq, like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DomainError } from "#core/domain/errors.ts";
import { closeAccount } from "#core/services/accounts/close-account.ts";
import { reconcilePayments } from "#core/services/payments/reconcile-payments.ts";
import { closeAccountOf } from "#core/storage/account-closing.ts";
import { findOrderBySession } from "#core/storage/orders.ts";
import { auditLog } from "#core/storage/schema/accounts.ts";
import { returnedPayments } from "#core/storage/schema/ledger.ts";
import { readLedgerProblems } from "#core/storage/verify-ledger.ts";
import { noDirectory } from "#tests/support/no-directory.ts";
import { racing } from "#tests/support/race.ts";
import { inTier } from "#tests/support/tier.ts";
import {
  BANK_DEBIT,
  type Customer,
  deliver,
  land,
  openCheckout,
  openPlanCheckout,
  openSdk,
  type Stage,
  startPayments,
  transfersOf,
  withPayments,
} from "./payments-harness.ts";
import { planOf } from "./plan-purchase-support.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startPayments();
});
afterAll(() => stage.stop());
beforeEach(async () => {
  await stage.control.deliveries("normal");
  stage.receiving.down = false;
});

const directory = { ...noDirectory, deleteUser: async () => {} };
const close = (customer: Customer) =>
  closeAccount({ ...customer, directory }, { email: customer.account.email });
/** Without the deletion's steps at the provider. */
const closeOnly = ({ db, account }: Customer) =>
  closeAccountOf(db, {
    accountId: account.id,
    action: "account.closed",
    subject: account.userId,
    requestId: "test",
    at: Date.now(),
  });

const sdk = () => openSdk(stage.stripe.url);
const refundsOf = async (session: string) => {
  const { payment_intent } = await sdk().checkout.sessions.retrieve(session);
  if (typeof payment_intent !== "string") return [];
  return (await sdk().refunds.list({ payment_intent })).data;
};
const returnsOf = ({ db, account }: Customer) =>
  db
    .select()
    .from(auditLog)
    .where(eq(auditLog.accountId, account.id))
    .then((rows) => rows.filter(({ action }) => action === "payment.returned"));

/** Exactly one of: credited, or refunded in full once. */
async function expectSettledOnce(customer: Customer, session: string) {
  const [refunds, returned] = [await refundsOf(session), await returnsOf(customer)];
  const order = await findOrderBySession(customer.db, session);
  const credited = (await transfersOf(customer)).length + ((await planOf(customer)) === null ? 0 : 1);
  if (credited === 1) {
    expect([order?.status, refunds.length, returned.length]).toEqual(["paid", 0, 0]);
    return "credited";
  }
  expect(credited).toBe(0);
  expect(refunds.map(({ amount }) => amount)).toEqual([order?.amountMinor]);
  expect([order?.status, returned.length]).toEqual(["expired", 1]);
  return "refunded";
}

const CHECKOUTS = [
  ["dollars", (customer: Customer) => openCheckout(customer, 50)],
  ["a year", openPlanCheckout],
] as const;

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);

describe.each(CHECKOUTS)("a checkout of %s", (_what, open) => {
  test("is expired when its account is deleted", async () => {
    const customer = await stage.newCustomer();
    const session = await open(customer);
    expect(await close(customer)).toEqual({ status: "deleted" });
    expect((await sdk().checkout.sessions.retrieve(session)).status).toBe("expired");
    expect((await findOrderBySession(customer.db, session))?.status).toBe("expired");
    await stage.control.pay(session);
    expect(await refundsOf(session)).toEqual([]);
    expect(await transfersOf(customer)).toEqual([]);
  });

  test("whose payment arrives after the closing is refunded once, however often the event is delivered", async () => {
    const customer = await stage.newCustomer();
    const session = await open(customer);
    await closeOnly(customer);
    await stage.control.pay(session);
    expect(await expectSettledOnce(customer, session)).toBe("refunded");
    const again = Array.from({ length: 6 }, () => deliver(stage, "checkout.session.completed", session));
    expect(await Promise.all(again)).toEqual(Array(6).fill(200));
    expect(await land(customer, session)).toMatchObject({ success: false, pending: false });
    expect(await expectSettledOnce(customer, session)).toBe("refunded");
    expect((await readLedgerProblems(customer.db, 10)).problems).toEqual([]);
  });

  test("paid by a bank debit that settles after the closing is refunded", async () => {
    const customer = await stage.newCustomer();
    const session = await open(customer);
    await stage.control.pay(session, BANK_DEBIT);
    await close(customer);
    await stage.control.settle(session, "succeeded");
    expect(await expectSettledOnce(customer, session)).toBe("refunded");
  });

  test("is credited or refunded, once, in whatever order webhook, landing page, cron and deletion run", async () => {
    await stage.control.deliveries("drop");
    const race = racing();
    const outcomes = new Set<string>();
    for (let round = 0; round < inTier({ fast: 5, full: 15 }); round += 1) {
      const customer = await stage.newCustomer();
      const session = await open(customer);
      await stage.control.pay(session);
      const settle: (() => Promise<unknown>)[] = [
        () => deliver(stage, "checkout.session.completed", session),
        () => land(customer, session),
        () => reconcilePayments(customer),
      ];
      await race(
        () => close(customer),
        () => Promise.all(shuffled(settle).map((act) => act())),
      );
      outcomes.add(await expectSettledOnce(customer, session));
    }
    expect([...outcomes].sort()).toEqual(["credited", "refunded"]);
  });
});

const away = () => Promise.reject(new DomainError("payment_provider_error", "away"));

test("while the provider is away a deletion goes through, and the cron expires the checkout afterwards", async () => {
  const customer = await stage.newCustomer();
  const session = await openCheckout(customer);
  expect(await close(withPayments(customer, { expireCheckout: away }))).toEqual({ status: "deleted" });
  expect((await sdk().checkout.sessions.retrieve(session)).status).toBe("open");
  expect(await reconcilePayments(customer)).toMatchObject({ problems: [] });
  expect((await sdk().checkout.sessions.retrieve(session)).status).toBe("expired");
});

test("a refund that the provider refuses at first stays due, and the cron makes it once", async () => {
  await stage.control.deliveries("drop");
  const customer = await stage.newCustomer();
  const session = await openCheckout(customer);
  await closeOnly(customer);
  await stage.control.pay(session);
  const failing = withPayments(customer, { refundPayment: away });
  await expect(land(failing, session)).rejects.toMatchObject({ code: "payment_provider_error" });
  expect([await refundsOf(session), await returnsOf(customer)]).toEqual([[], []]);
  const reports = await Promise.all([reconcilePayments(customer), reconcilePayments(customer)]);
  const order = await findOrderBySession(customer.db, session);
  expect(reports.flatMap(({ returned }) => returned)).toContain(order?.id);
  expect(await expectSettledOnce(customer, session)).toBe("refunded");
  expect((await reconcilePayments(customer)).returned).toEqual([]);
});

test("a payment that was refunded by hand, or disputed, is not refunded again", async () => {
  await stage.control.deliveries("drop");
  for (const act of ["refund", "dispute"] as const) {
    const customer = await stage.newCustomer();
    const session = await openCheckout(customer);
    await closeOnly(customer);
    await stage.control.pay(session);
    const { payment_intent } = await sdk().checkout.sessions.retrieve(session);
    if (act === "refund") await sdk().refunds.create({ payment_intent: String(payment_intent) });
    else await stage.control.post(`/payment_intents/${payment_intent}/dispute`);
    expect(await deliver(stage, "checkout.session.completed", session)).toBe(200);
    expect(await refundsOf(session)).toHaveLength(act === "refund" ? 1 : 0);
    const [entry] = await returnsOf(customer);
    expect(entry?.detail).toContain(act === "refund" ? '"refunded"' : '"disputed"');
  }
});

test("a closed account opens no checkout, even when it is closed while one is being made", async () => {
  const customer = await stage.newCustomer();
  const meanwhile = withPayments(customer, {
    createCheckout: async (checkout) => {
      const made = await customer.payments.createCheckout(checkout);
      await close(customer);
      return made;
    },
  });
  await expect(openCheckout(meanwhile)).rejects.toMatchObject({ code: "account_closed" });
  const { data } = await sdk().checkout.sessions.list({ limit: 1 });
  expect(data[0]?.status).toBe("expired");
  await expect(openCheckout(customer)).rejects.toMatchObject({ code: "account_closed" });
});

test("an order that was credited is never due to be refunded", async () => {
  const { db } = stage.context;
  const owed = await db.select().from(returnedPayments);
  const credited = await db.select().from(auditLog).where(like(auditLog.action, "payment.returned"));
  expect(owed.every(({ refundedAt }) => refundedAt !== null)).toBe(true);
  expect(owed.map(({ orderId }) => orderId).sort()).toEqual(credited.map(({ subject }) => subject).sort());
});
