import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findOrderBySession } from "#core/storage/orders.ts";
import { BANK_DEBIT, balanceOf, land, openCheckout, type Stage, startPayments } from "./payments-harness.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startPayments();
});
afterAll(() => stage.stop());
beforeEach(() => stage.control.deliveries("normal"));

test("a paid checkout credits exactly its amount, by the webhook alone", async () => {
  const customer = await stage.newCustomer();
  const session = await openCheckout(customer, 199);
  await stage.control.pay(session);
  expect(await balanceOf(customer)).toBe(199);
});
