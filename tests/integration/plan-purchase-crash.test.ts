import { afterAll, beforeAll, expect, test } from "vitest";
import { createPaymentLink, type PaymentLinkInput } from "#core/services/payments/create-payment-link.ts";
import { findOrderBySession } from "#core/storage/orders.ts";
import { inTier } from "#tests/support/tier.ts";
import { type Customer, deliver, land, type Stage, startPayments, withPayments } from "./payments-harness.ts";
import { NOTHING, ONE_CREDIT, ONE_YEAR, tracesOf } from "./plan-purchase-support.ts";
import { type Fault, faultyDatabase } from "./rollup/faulty-database.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startPayments();
  await stage.control.deliveries("drop");
});
afterAll(() => stage.stop());

const PRODUCTS: [string, PaymentLinkInput, typeof NOTHING][] = [
  ["a year", { product: "api_key", amount: 100 }, ONE_YEAR],
  ["a top-up", { product: "balance", amount: 50 }, ONE_CREDIT],
];
const NO_FAULT = -1;
const COMPLETED = "checkout.session.completed";

/** The fast tier tries every fourth fault. */
const EVERY = inTier({ fast: 4, full: 1 });

/** Every way in which one of these trips to the database can fail. */
const faultsOf = (trips: { statements: number }[]) =>
  trips
    .flatMap(({ statements }, call) => [
      { call, fault: { at: "before" } as Fault },
      { call, fault: { at: "after" } as Fault },
      ...Array.from({ length: statements }, (_, index) => ({
        call,
        fault: { at: "inside", index } as Fault,
      })),
    ])
    .filter((_, index) => index % EVERY === 0);

/** Orders with a database that fails once. @returns the session, if Stripe made one before or after that. */
async function orderWith(customer: Customer, input: PaymentLinkInput, call: number, fault: Fault) {
  const { db, trips } = faultyDatabase(customer.db, call, fault);
  const sessions: string[] = [];
  const buyer = withPayments(customer, {
    async createCheckout(checkout) {
      const made = await customer.payments.createCheckout(checkout);
      sessions.push(made.sessionId);
      return made;
    },
  });
  const outcome = await createPaymentLink({ ...buyer, db }, input).catch((error: unknown) => error);
  return { outcome, trips, session: sessions.at(0) };
}

const open = async (customer: Customer, input: PaymentLinkInput) =>
  (await orderWith(customer, input, NO_FAULT, { at: "before" })).session ?? "";

/** Lands with a database that fails once. */
async function landWith(customer: Customer, session: string, call: number, fault: Fault) {
  const { db, trips } = faultyDatabase(customer.db, call, fault);
  const outcome = await land({ ...customer, db }, session).catch((error: unknown) => error);
  return { outcome, trips };
}

async function paid(input: PaymentLinkInput) {
  const customer = await stage.newCustomer();
  const session = await open(customer, input);
  await stage.control.pay(session);
  return { customer, session };
}

test.each(PRODUCTS)(
  "%s is fulfilled whole or not at all, and once in the end, wherever fulfilment dies",
  async (_, input, once) => {
    const { customer, session } = await paid(input);
    const { trips } = await landWith(customer, session, NO_FAULT, { at: "before" });
    expect(trips.length).toBeGreaterThanOrEqual(3);
    for (const { call, fault } of faultsOf(trips)) {
      const name = `trip ${call} ${JSON.stringify(fault)}`;
      const { customer, session } = await paid(input);
      const { outcome } = await landWith(customer, session, call, fault);
      const order = await findOrderBySession(customer.db, session);
      // Reported work is done: only the final notification of the account's meter may fail unnoticed.
      if (!(outcome instanceof Error)) expect(order?.status, name).toBe("paid");
      expect(await tracesOf(customer), name).toEqual(order?.status === "paid" ? once : NOTHING);
      expect(await deliver(stage, COMPLETED, session), name).toBe(200);
      expect(await land(customer, session), name).toMatchObject({ success: true });
      expect(await tracesOf(customer), name).toEqual(once);
    }
  },
);

test.each(PRODUCTS)("%s is fulfilled once, wherever its ordering died", async (_, input, once) => {
  const { trips } = await orderWith(await stage.newCustomer(), input, NO_FAULT, { at: "before" });
  let paidFor = 0;
  for (const { call, fault } of faultsOf(trips)) {
    const name = `trip ${call} ${JSON.stringify(fault)}`;
    const customer = await stage.newCustomer();
    const { outcome, session } = await orderWith(customer, input, call, fault);
    expect(outcome, name).toBeInstanceOf(Error);
    if (session !== undefined) {
      paidFor += 1;
      await stage.control.pay(session);
      expect(await deliver(stage, COMPLETED, session), name).toBe(200);
      expect(await deliver(stage, COMPLETED, session), name).toBe(200);
    }
    expect(await tracesOf(customer), name).toEqual(session === undefined ? NOTHING : once);
  }
  expect(paidFor).toBeGreaterThanOrEqual(inTier({ fast: 1, full: 3 }));
});
