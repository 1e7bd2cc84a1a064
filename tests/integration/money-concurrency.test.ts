import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { handlePaymentEvent } from "#core/services/payments/handle-payment-event.ts";
import { openDatabase } from "#core/storage/database.ts";
import { isUnavailable } from "./money/outage.ts";
import {
  balanceOf,
  type Customer,
  land,
  openCheckout,
  openSdk,
  type Stage,
  startPayments,
  transfersOf,
  WEBHOOK_SECRET,
} from "./payments-harness.ts";

const CUSTOMERS = 20;
const SESSIONS = 200;
const FULFILMENTS = 1000;

let stage: Stage;
beforeAll(async () => {
  stage = await startPayments();
  await stage.control.deliveries("drop");
});
afterAll(() => stage.stop());

/** Each call has its own connection, as each request to the product has. */
const onItsOwn = (customer: Customer): Customer => ({
  ...customer,
  db: openDatabase({ url: stage.database.url }),
});

async function signed(session: string) {
  const object = { id: session, object: "checkout.session" };
  const type = "checkout.session.completed";
  const rawBody = JSON.stringify({ id: "evt_1", object: "event", type, created: 1, data: { object } });
  const how = { payload: rawBody, secret: WEBHOOK_SECRET };
  const signature = await openSdk(stage.stripe.url).webhooks.generateTestHeaderStringAsync(how);
  return { rawBody, signature };
}

/**
 * Makes all the calls at once. The database server serves a limited number at once and refuses the rest; a
 * refused caller retries, as a payer and a payment provider do.
 */
async function untilTaken(calls: (() => Promise<unknown>)[]): Promise<void> {
  const outcomes = await Promise.allSettled(calls.map((call) => call()));
  const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  for (const reason of reasons) if (!isUnavailable(reason)) throw reason;
  const refused = calls.filter((_call, index) => outcomes[index]?.status === "rejected");
  if (refused.length === 0) return;
  await sleep(100);
  await untilTaken(refused);
}

test("1,000 fulfilments of 200 sessions at once, half webhooks and half landing pages, are exactly 200 credits", async () => {
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => stage.newCustomer()));
  const sessions = await Promise.all(
    Array.from({ length: SESSIONS }, async (_, index) => {
      const customer = customers[index % CUSTOMERS];
      if (!customer) throw new Error("no customer");
      const session = await openCheckout(customer, 50);
      await stage.control.pay(session);
      return { customer, session, event: await signed(session) };
    }),
  );
  const calls = Array.from({ length: FULFILMENTS }, (_, index) => {
    const paid = sessions[(index * 7) % SESSIONS];
    if (!paid) throw new Error("no session");
    const customer = onItsOwn(paid.customer);
    return () => (index % 2 === 0 ? handlePaymentEvent(customer, paid.event) : land(customer, paid.session));
  });
  await untilTaken(calls);
  for (const customer of customers) {
    expect(await transfersOf(customer)).toHaveLength(SESSIONS / CUSTOMERS);
    expect(await balanceOf(customer)).toBe((50 * SESSIONS) / CUSTOMERS);
  }
  const { checked, problems } = await verifyLedger(stage.context.db);
  expect(problems).toEqual([]);
  expect(checked).toMatchObject({ transfers: SESSIONS, orders: SESSIONS });
}, 180_000);
