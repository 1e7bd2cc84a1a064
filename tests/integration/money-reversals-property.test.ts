import fc from "fast-check";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { inTier } from "#tests/support/tier.ts";
import { readLedger, yearsOf } from "./money/ledger-state.ts";
import { land, openSdk, type Stage, startPayments } from "./payments-harness.ts";
import { eventAbout, eventsOf, type Payment, pay, send, worthOf } from "./payments-reversals-support.ts";

let stage: Stage;
let sdk: Stripe;
beforeAll(async () => {
  stage = await startPayments();
  sdk = openSdk(stage.stripe.url);
  await stage.control.deliveries("drop");
});
afterAll(() => stage.stop());

const AT_STRIPE = ["refundPart", "refundRest", "failRefund", "inquire", "dispute", "win", "lose"] as const;
const AT_PRODUCT = ["land", "hear", "hearAgain", "hearAtOnce"] as const;
type AtStripe = (typeof AT_STRIPE)[number];
type AtProduct = (typeof AT_PRODUCT)[number];

const story = fc.array(
  fc.record({
    plan: fc.boolean(),
    act: fc.oneof(fc.constantFrom(...AT_STRIPE), fc.constantFrom(...AT_PRODUCT, "hear" as const)),
    pick: fc.nat({ max: 9 }),
  }),
  { minLength: 4, maxLength: 12, size: "max" },
);

type PaymentOf = Payment & { plan: boolean };

const refundsOf = async ({ intent }: Payment) => (await sdk.refunds.list({ payment_intent: intent })).data;

/**
 * The unrefunded rest of a payment at Stripe, in minor units, requested without the product's own adapter.
 */
async function left(payment: Payment): Promise<{ refunded: number; disputed: number }> {
  const refunds = (await refundsOf(payment)).filter(({ status }) => status === "succeeded");
  const disputes = (await sdk.disputes.list({ payment_intent: payment.intent })).data;
  const moved = disputes.flatMap(({ balance_transactions }) => balance_transactions);
  return {
    refunded: refunds.reduce((sum, { amount }) => sum + amount, 0),
    disputed: -moved.reduce((sum, { amount }) => sum + amount, 0),
  };
}

const changes: Record<AtStripe, (payment: Payment, pick: number) => Promise<unknown>> = {
  refundPart: (payment, pick) => payment.refund(100 * (pick + 1)),
  refundRest: (payment) => payment.refund(),
  async failRefund(payment) {
    for (const refund of (await refundsOf(payment)).slice(0, 1)) await payment.failRefund(refund);
  },
  inquire: (payment) => payment.dispute({ inquiry: true }),
  dispute: (payment) => payment.dispute(),
  win: (payment) => payment.dispute({ outcome: "won" }),
  lose: (payment) => payment.dispute({ outcome: "lost" }),
};

const isAtProduct = (act: AtStripe | AtProduct): act is AtProduct => act in heard;

/** Stripe refuses some of them at some times, such as a refund of a disputed payment. */
function unlessRefused(error: unknown): void {
  const byTestControl = error instanceof Error && /^\/(refunds|payment_intents)\//.test(error.message);
  if (!byTestControl && !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
}

const heard: Record<AtProduct, (payment: PaymentOf, pick: number) => Promise<void>> = {
  land: async ({ customer, session }) => {
    expect(await land(customer, session)).toMatchObject({ success: true });
  },
  async hear(payment, pick) {
    const events = await eventsOf(stage, payment);
    const event = events[pick % events.length];
    expect(await send(stage, event ?? {})).toBe(200);
    if (event && /^(refund|charge\.(refund|dispute))/.test(event.type)) await expectAsAtStripe(payment);
  },
  async hearAgain(payment, pick) {
    await heard.hear(payment, pick);
    await heard.hear(payment, pick);
  },
  hearAtOnce: async (payment, pick) => {
    await Promise.all([pick, pick + 1, pick].map((index) => heard.hear(payment, index)));
  },
};

async function expectAsAtStripe({ plan, ...payment }: PaymentOf): Promise<void> {
  const { refunded, disputed } = await left(payment);
  if (!plan) expect(await worthOf(payment)).toBe((2500 - refunded - disputed) / 100);
  const { db, account } = payment.customer;
  const taken = refunded >= 10_000 || disputed > 0;
  if (plan) expect(yearsOf(await readLedger(db, account.id), payment.orderId)).toBe(taken ? 0 : 1);
}

async function tell(payment: PaymentOf): Promise<void> {
  expect(await send(stage, eventAbout(payment.intent))).toBe(200);
  await expectAsAtStripe(payment);
}

test("whatever Stripe refunds, withdraws and returns, and in whatever order events arrive, the ledger ends up matching Stripe", async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const customer = await stage.newCustomer();
      const topUp = { ...(await pay(stage, customer, "balance")), plan: false };
      const year = { ...(await pay(stage, customer, "api_key")), plan: true };
      for (const { plan, act, pick } of steps) {
        const payment = plan ? year : topUp;
        if (isAtProduct(act)) await heard[act](payment, pick);
        else await changes[act](payment, pick).catch(unlessRefused);
      }
      await tell(topUp);
      await tell(year);
    }),
    { numRuns: inTier({ fast: 5, full: 25 }) },
  );
  expect((await verifyLedger(stage.context.db)).problems).toEqual([]);
});
