import { afterAll, beforeAll, expect, test } from "vitest";
import { revokeKey } from "#core/services/keys/revoke-key.ts";
import { rotateKey } from "#core/services/keys/rotate-key.ts";
import { inTier } from "#tests/support/tier.ts";
import {
  deliver,
  land,
  openPlanCheckout,
  type Stage,
  startPayments,
  withPayments,
} from "./payments-harness.ts";
import {
  at,
  BOUGHT,
  buyYear,
  keysOf,
  ONE_YEAR,
  planKey,
  planOf,
  premium,
  TWO_YEARS_LATER,
  tracesOf,
  YEAR_LATER,
} from "./plan-purchase-support.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startPayments();
  await stage.control.deliveries("drop");
});
afterAll(() => stage.stop());

test("buying again while the plan runs adds a year to its expiry date, and to the same key", async () => {
  const customer = await stage.newCustomer();
  await buyYear(stage, at(customer, BOUGHT));
  const [key] = await keysOf(customer);
  await buyYear(stage, at(customer, "2026-11-30T00:00:00.000Z"));
  expect(await planOf(customer)).toEqual(premium(TWO_YEARS_LATER));
  expect(await keysOf(customer)).toEqual([{ ...key, until: TWO_YEARS_LATER }]);
});

test("buying again after the plan has lapsed starts now, and revives its key", async () => {
  const customer = await stage.newCustomer();
  await buyYear(stage, at(customer, BOUGHT));
  const [key] = await keysOf(customer);
  await buyYear(stage, at(customer, "2027-08-01T10:00:00.000Z"));
  expect(await planOf(customer)).toEqual(premium("2028-08-01T10:00:00.000Z"));
  expect(await keysOf(customer)).toEqual([{ ...key, until: "2028-08-01T10:00:00.000Z" }]);
});

test("an account that revoked the Premium key gets a new one with the next year, and none from a repeated payment", async () => {
  const customer = at(await stage.newCustomer(), BOUGHT);
  const first = await buyYear(stage, customer);
  const [old] = await keysOf(customer);
  await revokeKey(customer, { id: old?.id ?? "" });
  expect(await deliver(stage, "checkout.session.completed", first)).toBe(200);
  expect(await keysOf(customer)).toMatchObject([{ status: "revoked" }]);
  await buyYear(stage, customer);
  expect(await keysOf(customer)).toMatchObject([
    { id: old?.id, status: "revoked", until: YEAR_LATER },
    planKey(TWO_YEARS_LATER),
  ]);
});

test("a fulfilment overtaken by another restores no key that was revoked meanwhile", async () => {
  const customer = at(await stage.newCustomer(), BOUGHT);
  const session = await openPlanCheckout(customer);
  await stage.control.pay(session);
  const slow = withPayments(customer, {
    async retrieveCheckout(id) {
      const checkout = await customer.payments.retrieveCheckout(id);
      await land(customer, session);
      const [key] = await keysOf(customer);
      await revokeKey(customer, { id: key?.id ?? "" });
      return checkout;
    },
  });
  expect(await land(slow, session)).toMatchObject({ success: true });
  expect(await tracesOf(customer)).toEqual(ONE_YEAR);
  expect(await keysOf(customer)).toMatchObject([{ status: "revoked" }]);
});

test("after a rotation the new key is extended, and the old one still expires with its overlap", async () => {
  const customer = at(await stage.newCustomer(), BOUGHT);
  await buyYear(stage, customer);
  const [old] = await keysOf(customer);
  const { id } = await rotateKey(customer, { id: old?.id ?? "", overlapHours: 24 });
  await buyYear(stage, customer);
  expect(await keysOf(customer)).toEqual([
    { ...old, planKey: false, until: "2026-05-05T12:34:56.789Z" },
    { id, ...planKey(TWO_YEARS_LATER) },
  ]);
});

test("a rotation at the moment of a purchase leaves one Premium key with both years", async () => {
  for (let round = 0; round < inTier({ fast: 3, full: 10 }); round += 1) {
    const customer = at(await stage.newCustomer(), BOUGHT);
    await buyYear(stage, customer);
    const [old] = await keysOf(customer);
    const session = await openPlanCheckout(customer);
    await stage.control.pay(session);
    await Promise.all([rotateKey(customer, { id: old?.id ?? "", overlapHours: 0 }), land(customer, session)]);
    expect((await keysOf(customer)).filter(({ status }) => status === "active")).toMatchObject([
      planKey(TWO_YEARS_LATER),
    ]);
  }
});

test.each([
  ["2028-02-29T08:00:00.001Z", "2029-03-01T08:00:00.001Z", "2030-03-01T08:00:00.001Z"],
  ["2027-02-28T23:59:59.999Z", "2028-02-28T23:59:59.999Z", "2029-02-28T23:59:59.999Z"],
  ["2027-12-31T23:59:59.000Z", "2028-12-31T23:59:59.000Z", "2029-12-31T23:59:59.000Z"],
])("a year from %s ends on %s, two on %s", async (bought, one, two) => {
  const customer = at(await stage.newCustomer(), bought);
  await buyYear(stage, customer);
  expect(await planOf(customer)).toEqual(premium(one));
  await buyYear(stage, customer);
  expect(await planOf(customer)).toEqual(premium(two));
  expect(await keysOf(customer)).toMatchObject([planKey(two)]);
});
