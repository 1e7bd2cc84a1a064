import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { handlePaymentEvent } from "#core/services/payments/handle-payment-event.ts";
import { openPatientDatabase } from "#tests/support/patient-database.ts";
import { inTier } from "#tests/support/tier.ts";
import { untilTaken } from "./money/outage.ts";
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

const CUSTOMERS = inTier({ fast: 4, full: 20 });
const SESSIONS = 10 * CUSTOMERS;
const FULFILMENTS = 5 * SESSIONS;

let stage: Stage;
beforeAll(async () => {
  stage = await startPayments();
  await stage.control.deliveries("drop");
});
afterAll(() => stage.stop());

/** Each call has its own connection, as each request to the product has. */
const onItsOwn = (customer: Customer): Customer => ({
  ...customer,
  db: openPatientDatabase(stage.database.url),
});

async function signed(session: string) {
  const object = { id: session, object: "checkout.session" };
  const type = "checkout.session.completed";
  const rawBody = JSON.stringify({ id: "evt_1", object: "event", type, created: 1, data: { object } });
  const how = { payload: rawBody, secret: WEBHOOK_SECRET };
  const signature = await openSdk(stage.stripe.url).webhooks.generateTestHeaderStringAsync(how);
  return { rawBody, signature };
}

/** One after another, as only the fulfilments are to race. */
async function paidSessions(customer: Customer) {
  const sessions: { customer: Customer; session: string; event: Awaited<ReturnType<typeof signed>> }[] = [];
  while (sessions.length < SESSIONS / CUSTOMERS) {
    const session = await openCheckout(customer, 50);
    await stage.control.pay(session);
    sessions.push({ customer, session, event: await signed(session) });
  }
  return sessions;
}

test(`${FULFILMENTS} fulfilments of ${SESSIONS} sessions at once, half webhooks and half landing pages, are exactly ${SESSIONS} credits`, async () => {
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => stage.newCustomer()));
  const sessions = (await Promise.all(customers.map(paidSessions))).flat();
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
});
