import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DomainError } from "#core/domain/errors.ts";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { type RefundInput, refundPayment } from "#core/services/operator/refund-payment.ts";
import { recordReversals } from "#core/services/payments/record-reversals.ts";
import { operatorLog } from "#core/storage/schema/operations.ts";
import { testOperator } from "#tests/support/operator-context.ts";
import { inTier } from "#tests/support/tier.ts";
import { readLedger, yearsOf } from "./money/ledger-state.ts";
import { land, openSdk, type Stage, startPayments } from "./payments-harness.ts";
import { type Payment, pay, worthOf } from "./payments-reversals-support.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startPayments();
});
afterAll(() => stage.stop());

const PAID = { balance: 2500, api_key: 10_000 };
type Product = keyof typeof PAID;

/** Hundredths of the payment; null for all that is left. */
const share = fc.option(fc.integer({ min: 1, max: 60 }), { freq: 4 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant("one" as const), shares: fc.tuple(share) }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant("twoAtOnce" as const), shares: fc.tuple(share, share) }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("repeat" as const), shares: fc.tuple(share) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("sameIdAtOnce" as const), shares: fc.tuple(share) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("inDashboard" as const), shares: fc.tuple(share) }) },
);
const story = fc.record({
  product: fc.constantFrom<Product>("balance", "balance", "api_key"),
  webhooks: fc.constantFrom("normal", "drop", "hold", "duplicate"),
  flush: fc.constantFrom("sent", "reverse"),
  /** The first steps' outages of the provider. */
  outages: fc.array(
    fc.record({ kind: fc.constantFrom("refused", "reply_lost"), requests: fc.integer({ min: 1, max: 9 }) }),
    { maxLength: 2 },
  ),
  steps: fc.array(step, { minLength: 1, maxLength: 6, size: "max" }),
} as const);

/** What happened to a request: done, refused for good, or unknown because the provider failed. */
type Outcome = "done" | "refused" | "unknown";

/** What was requested by which id, and with which outcome. */
interface Model {
  payment: Payment;
  paid: number;
  requests: Map<string, { amount: number | null; outcome: Outcome; refund: string | null }>;
}

const amountOf = (paid: number, hundredths: number | null) =>
  hundredths === null ? null : Math.round((paid * hundredths) / 100);

async function request(model: Model, operator: string, id: string, amount: number | null): Promise<void> {
  const input: RefundInput = { payment: model.payment.orderId, amountMinor: amount, reason: "Ticket 7", id };
  const context = { ...testOperator(stage.context.db, { operator }), payments: stage.context.payments };
  const before = model.requests.get(id);
  const note = (outcome: Outcome, refund: string | null) =>
    model.requests.set(id, { amount, outcome, refund });
  try {
    const { refund } = await refundPayment(context, input);
    // The same id never makes a second refund.
    if (before?.refund) expect(refund.id).toBe(before.refund);
    note("done", refund.id);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect(["payment_provider_error", "invalid_request"]).toContain(error.code);
    const unknown = error.code === "payment_provider_error";
    if (before?.outcome !== "done") note(unknown ? "unknown" : "refused", null);
  }
}

const atStripe = async ({ payment }: Model) =>
  (await openSdk(stage.stripe.url).refunds.list({ payment_intent: payment.intent, limit: 100 })).data;

async function play(
  model: Model,
  { act, shares }: { act: string; shares: (number | null)[] },
): Promise<void> {
  const amounts = shares.map((one) => amountOf(model.paid, one));
  const [first = null] = amounts;
  if (act === "inDashboard") {
    // Stripe refuses it when there isn't as much left.
    await model.payment.refund(first ?? undefined).catch(() => undefined);
  } else if (act === "repeat" || act === "sameIdAtOnce") {
    const last = act === "repeat" ? [...model.requests].at(-1) : undefined;
    const [id, known] = last ?? [crypto.randomUUID(), { amount: first }];
    await Promise.all([request(model, "ana", id, known.amount), request(model, "ben", id, known.amount)]);
  } else {
    await Promise.all(
      amounts.map((amount, at) => request(model, at === 0 ? "ana" : "ben", crypto.randomUUID(), amount)),
    );
  }
}

async function expectAgreement(model: Model, product: Product): Promise<void> {
  const refunds = await atStripe(model);
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
  expect(refunded).toBeLessThanOrEqual(model.paid);
  for (const [id, { amount, outcome, refund }] of model.requests) {
    const own = refunds.filter(({ metadata }) => metadata?.requested_as === id);
    if (outcome === "done") {
      expect(own).toMatchObject([{ id: refund, ...(amount !== null && { amount }) }]);
    } else {
      expect(own).toEqual([]);
      // Less is left the later it is, so a refusal that was right stays right.
      expect(model.paid - refunded).toBeLessThan(amount ?? 1);
    }
  }
  const { db, account } = model.payment.customer;
  if (product === "balance") expect(await worthOf(model.payment)).toBe((model.paid - refunded) / 100);
  else
    expect(yearsOf(await readLedger(db, account.id), model.payment.orderId)).toBe(
      refunded === model.paid ? 0 : 1,
    );
  const log = await db.select().from(operatorLog).where(eq(operatorLog.accountId, account.id));
  const logged = log
    .filter(({ action }) => action === "payment.refunded")
    .map(({ detail }) => JSON.parse(detail).refund);
  const byOperators = refunds.filter(({ metadata }) => metadata?.cause === "operator").map(({ id }) => id);
  expect(logged.sort()).toEqual(byOperators.sort());
}

test("when operators race and webhooks or responses are lost, no more is refunded than was paid, and the ledger equals Stripe", async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ product, webhooks, flush, outages, steps }) => {
      await stage.control.deliveries("normal");
      const customer = await stage.newCustomer();
      const payment = await pay(stage, customer, product);
      await land(customer, payment.session);
      const model: Model = { payment, paid: PAID[product], requests: new Map() };
      await stage.control.deliveries(webhooks);
      for (const [at, one] of steps.entries()) {
        const outage = outages[at];
        if (outage) await stage.control.post("/outage", outage);
        await play(model, one);
        // Whatever is left of the outage ends with the step.
        if (outage) await stage.control.post("/outage", { kind: "refused", requests: 1 });
        if (outage) await atStripe(model).catch(() => undefined);
      }
      await stage.control.flush(flush);
      for (const [id, { outcome, amount }] of [...model.requests])
        if (outcome === "unknown") await request(model, "ana", id, amount);
      // The daily comparison does this for refunds that no event was received of.
      await recordReversals(stage.context, payment.intent);
      await expectAgreement(model, product);
    }),
    { numRuns: inTier({ fast: 4, full: 25 }) },
  );
  expect((await verifyLedger(stage.context.db)).problems).toEqual([]);
});
