import { afterAll, beforeAll, expect, test } from "vitest";
import { recordReversals } from "#core/services/payments/record-reversals.ts";
import { inTier } from "#tests/support/tier.ts";
import { cutOff, type Fault } from "./money/faults.ts";
import { type Stage, startPayments } from "./payments-harness.ts";
import { changesOf, type Payment, pay, statementOf } from "./payments-reversals-support.ts";
import { keysOf, planOf } from "./plan-purchase-support.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startPayments();
  await stage.control.deliveries("drop");
});
afterAll(() => stage.stop());

type Product = "balance" | "api_key";

/** A payment without any event that was refunded in parts, one of which failed. */
async function refunded(product: Product): Promise<Payment> {
  const payment = await pay(stage, await stage.newCustomer(), product);
  await payment.failRefund(await payment.refund(product === "balance" ? 700 : 7000));
  await payment.refund(product === "balance" ? 500 : 10_000);
  return payment;
}

async function ledgerOf({ customer }: Payment) {
  const keys = (await keysOf(customer)).map(({ planKey, status }) => ({ planKey, status }));
  return { statement: await statementOf(customer), changes: await changesOf(customer), keys };
}

const AFTER: Record<Product, Awaited<ReturnType<typeof ledgerOf>>> = {
  balance: {
    statement: ["top_up 25", "refund -5", "refund -7", "refund_failed 7"],
    changes: [],
    keys: [],
  },
  api_key: {
    statement: [],
    changes: ["purchase", "refund"],
    keys: [{ planKey: true, status: "active" }],
  },
};

async function cutOffAt(product: Product, fault: Fault): Promise<boolean> {
  const payment = await refunded(product);
  const { ctx, state } = cutOff(payment.customer, fault);
  const outcome = await recordReversals(ctx, payment.intent).catch((error: unknown) => error);
  const name = JSON.stringify(fault);
  if (!state.tripped) expect(outcome, name).not.toBeInstanceOf(Error);
  // Reported work is done: only the final notification of the account's meter may fail unnoticed.
  if (!(outcome instanceof Error)) expect(await ledgerOf(payment), name).toEqual(AFTER[product]);
  await recordReversals(payment.customer, payment.intent);
  expect(await ledgerOf(payment), name).toEqual(AFTER[product]);
  expect(await recordReversals(payment.customer, payment.intent), name).toEqual({ recorded: 0 });
  if (product === "api_key") {
    const [key] = await keysOf(payment.customer);
    expect(key?.until, name).toBe((await planOf(payment.customer))?.until);
  }
  return state.tripped;
}

/** The fast tier tries a few of the calls, at one kind of fault of each party. */
const EVERY = inTier({ fast: 3, full: 1 });
const FAULTS = [
  ["database", "before"],
  ["database", "after"],
  ["database", "inside"],
  ["provider", "before"],
  ["provider", "after"],
] as const;

const CASES = FAULTS.flatMap(([of, at]) => [["balance", of, at] as const, ["api_key", of, at] as const]);
const QUICK = CASES.filter(([product, of, at]) =>
  product === "api_key" ? of === "database" && at === "inside" : of === "provider" && at === "after",
);

test.each(inTier({ fast: QUICK, full: CASES }))(
  "%s: fulfilling and reversing a payment ends in the same ledger, whichever call of the %s failed %s it was done",
  async (product, of, at) => {
    let call = 0;
    while (await cutOffAt(product, { of, call, at })) call += EVERY;
    expect(call).toBeGreaterThanOrEqual(of === "database" ? 5 : 2);
  },
);
