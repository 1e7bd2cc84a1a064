import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DomainError } from "#core/domain/errors.ts";
import type { Payments } from "#core/ports.ts";
import { getBalance } from "#core/services/balance/get-balance.ts";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { createPaymentLink } from "#core/services/payments/create-payment-link.ts";
import { handlePaymentEvent } from "#core/services/payments/handle-payment-event.ts";
import { listReceipts } from "#core/services/receipts/receipts.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { runs } from "#tests/support/tier.ts";
import { storedNotifications } from "./notifications/stored-notifications.ts";
import {
  BANK_DEBIT,
  balanceOf,
  type Customer,
  land,
  openSdk,
  PAYS,
  type Stage,
  startPayments,
  transfersOf,
  WEBHOOK_SECRET,
  withPayments,
} from "./payments-harness.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startPayments();
  await stage.control.deliveries("drop");
});
afterAll(() => stage.stop());

/** The things that may happen to a customer's few checkouts, in any order and any number. */
const step = fc.record({
  checkout: fc.nat({ max: 2 }),
  act: fc.constantFrom(
    "pay",
    "debit",
    "settle",
    "fail",
    "expire",
    "land",
    "webhook",
    "burst",
    "webhookAgain",
  ),
  event: fc.constantFrom("completed", "async_payment_succeeded", "async_payment_failed", "expired"),
});
const story = fc.record({
  /** Each checkout: its amount, and whether the product crashed before it stored the session. */
  checkouts: fc.array(fc.record({ amount: fc.constantFrom(25, 50, 199), crash: fc.boolean() }), {
    minLength: 3,
    maxLength: 3,
  }),
  steps: fc.array(step, { minLength: 1, maxLength: 14 }),
});
type Step = { act: string; event: string };

/** A session that was never stored has an event while it is still open, is paid, and only then lands. */
const notifiedBeforePaid = {
  checkouts: [25, 25, 25].map((amount) => ({ amount, crash: true })),
  steps: ["webhook", "pay", "land"].map((act) => ({ checkout: 1, act, event: "completed" })),
};

/** The model: a checkout, its state at Stripe, and whether the product was notified since it was paid. */
interface Modelled {
  session: string;
  amount: number;
  crash: boolean;
  atStripe: "open" | "processing" | "paid" | "failed" | "expired";
  credited: boolean;
  /** The product was notified while the payment was processed, and nothing has ended it here since. */
  pending: boolean;
  /** Notices that the bell must have, without those of an earlier state that nobody noticed. */
  notices: Set<string>;
}

async function open(
  customer: Customer,
  { amount, crash }: { amount: number; crash: boolean },
): Promise<Modelled> {
  let session = "";
  const createCheckout: Payments["createCheckout"] = async (checkout) => {
    const made = await customer.payments.createCheckout(checkout);
    session = made.sessionId;
    if (crash) throw new Error("crash");
    return made;
  };
  const opening = createPaymentLink(withPayments(customer, { createCheckout }), {
    amount,
    product: "balance",
  });
  await opening.catch(() => undefined);
  return { session, amount, crash, atStripe: "open", credited: false, pending: false, notices: new Set() };
}

const signer = openSdk("http://127.0.0.1:1");

async function webhook(customer: Customer, session: string, event: string): Promise<void> {
  const type = `checkout.session.${event}`;
  const object = { id: session, object: "checkout.session" };
  const payload = JSON.stringify({ id: "evt_1", object: "event", type, created: 1, data: { object } });
  const signature = await signer.webhooks.generateTestHeaderStringAsync({ payload, secret: WEBHOOK_SECRET });
  await handlePaymentEvent(customer, { rawBody: payload, signature });
}

/** Crashed checkouts are unknown to the landing page until a webhook has linked them. */
const landOnce = (customer: Customer, session: string) =>
  land(customer, session).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === "not_found")) throw error;
  });

const atStripe: Record<string, (checkout: Modelled) => Promise<void>> = {
  async pay(checkout) {
    if (checkout.atStripe === "open") checkout.atStripe = "paid";
    await stage.control.pay(checkout.session, PAYS);
  },
  async debit(checkout) {
    if (checkout.atStripe === "open") checkout.atStripe = "processing";
    await stage.control.pay(checkout.session, BANK_DEBIT);
  },
  async settle(checkout) {
    if (checkout.atStripe !== "processing") return;
    checkout.atStripe = "paid";
    await stage.control.settle(checkout.session, "succeeded");
  },
  async fail(checkout) {
    if (checkout.atStripe !== "processing") return;
    checkout.atStripe = "failed";
    await stage.control.settle(checkout.session, "failed");
  },
  async expire(checkout) {
    if (checkout.atStripe !== "open") return;
    checkout.atStripe = "expired";
    await stage.control.expire(checkout.session);
  },
};

async function atProduct(customer: Customer, { session }: Modelled, { act, event }: Step): Promise<boolean> {
  const hook = () => webhook(customer, session, heard({ act, event }));
  if (act === "burst")
    await Promise.all([hook(), landOnce(customer, session), hook(), landOnce(customer, session)]);
  else if (act === "webhook") await hook();
  else if (act === "webhookAgain") await hook().then(hook);
  else await landOnce(customer, session);
  return act !== "land";
}

/** In a burst, an event of a failure might come before or after the payment is known to be pending. */
const heard = ({ act, event }: Step) =>
  act === "burst" && event === "async_payment_failed" ? "completed" : event;

/** Whatever an event says, the product goes by what Stripe says; only a failed payment can also be known by its event. */
function follow(target: Modelled, step: Step): void {
  const saidToFail = step.act !== "land" && heard(step) === "async_payment_failed";
  const failed = target.atStripe === "failed" || (target.atStripe === "processing" && saidToFail);
  if (target.atStripe === "paid") {
    if (!target.credited) target.notices.add("payment_received");
    target.credited = true;
    target.pending = false;
  } else if (failed) {
    target.notices.add("payment_failed");
    target.pending = false;
  } else if (target.atStripe === "processing" && !target.notices.has("payment_failed")) {
    target.notices.add("payment_pending");
    target.pending = true;
  }
}

/** A payment on its way stands in the balance's list and among the receipts, one that failed only among these. */
async function expectPending(customer: Customer, modelled: readonly Modelled[]): Promise<void> {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const { balance, pending } = await getBalance({ ...customer, metering: noMetering });
  const onTheirWay = modelled.filter((checkout) => checkout.pending);
  expect(balance).toBe(sum(modelled.flatMap(({ credited, amount }) => (credited ? [amount] : []))));
  expect(sum(pending.map(({ amount }) => amount))).toBe(sum(onTheirWay.map(({ amount }) => amount)));
  const listed = async (unsettled: boolean) => (await listReceipts(customer, { limit: 25, unsettled })).items;
  const statuses = (await listed(true)).map(({ session_reference, status }) => [session_reference, status]);
  const expected = modelled.flatMap(({ session, credited, pending: isPending, notices }) => {
    const status = credited ? "paid" : isPending ? "pending" : notices.has("payment_failed") && "failed";
    return status ? [[session, status]] : [];
  });
  expect(statuses.sort()).toEqual(expected.sort());
  expect((await listed(false)).every(({ status, number }) => status === "paid" && number !== null)).toBe(
    true,
  );
  const stored = await storedNotifications(customer.db, customer.account.id);
  expect(stored.map(({ kind }) => kind).sort()).toEqual(
    modelled.flatMap(({ notices }) => [...notices]).sort(),
  );
}

test("whatever happens in whatever order, each paid checkout the product was notified of is credited once, and no other", async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ checkouts, steps }) => {
      const customer = await stage.newCustomer();
      const modelled = await Promise.all(checkouts.map((checkout) => open(customer, checkout)));
      const bound = new Set(modelled.filter(({ crash }) => !crash));
      for (const { checkout, ...what } of steps) {
        const target = modelled[checkout];
        if (!target) continue;
        const change = atStripe[what.act];
        if (change) {
          await change(target);
          continue;
        }
        if (await atProduct(customer, target, what)) bound.add(target);
        if (bound.has(target)) follow(target, what);
      }
      const credited = modelled.filter((checkout) => checkout.credited);
      const expected = credited.reduce((sum, { amount }) => sum + amount, 0);
      const sources = (await transfersOf(customer)).map(({ source }) => source);
      expect(await balanceOf(customer)).toBe(expected);
      expect(sources.sort()).toEqual(credited.map(({ session }) => `stripe:cs:${session}`).sort());
      await expectPending(customer, modelled);
    }),
    { numRuns: runs(40), examples: [[notifiedBeforePaid]] },
  );
  expect((await verifyLedger(stage.context.db)).problems).toEqual([]);
});
