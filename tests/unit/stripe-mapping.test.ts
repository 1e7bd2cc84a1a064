import type Stripe from "stripe";
import { expect, test } from "vitest";
import { toCheckoutState, toPaymentEvent } from "#worker/adapters/stripe-mapping.ts";

type Change = Partial<Record<keyof Stripe.Checkout.Session, unknown>>;

/** The SDK's type has a hundred fields; the mapping reads these. */
const session = (change: Change = {}) =>
  ({
    id: "cs_test_1",
    client_reference_id: "order_1",
    status: "complete",
    payment_status: "paid",
    amount_total: 2500,
    currency: "usd",
    payment_intent: "pi_1",
    ...change,
  }) as unknown as Stripe.Checkout.Session;

test("a session becomes the product's own words", () => {
  expect(toCheckoutState(session())).toEqual({
    sessionId: "cs_test_1",
    orderId: "order_1",
    status: "complete",
    paymentStatus: "paid",
    amountMinor: 2500,
    currency: "usd",
    paymentIntentId: "pi_1",
  });
});

test("a payment intent is known by its id, expanded or not, and may be missing", () => {
  expect(toCheckoutState(session({ payment_intent: { id: "pi_2" } })).paymentIntentId).toBe("pi_2");
  expect(toCheckoutState(session({ payment_intent: null })).paymentIntentId).toBeNull();
});

test("a status of a later API version never passes for paid", () => {
  expect(toCheckoutState(session({ payment_status: "partially_paid" })).paymentStatus).toBe("unpaid");
  expect(toCheckoutState(session({ status: "on_hold" })).status).toBe("open");
});

test("an amount or currency that is not there matches no order", () => {
  const state = toCheckoutState(session({ amount_total: null, currency: null }));
  expect([state.amountMinor, state.currency]).toEqual([0, ""]);
});

test("an event is known by its object's id, its time in milliseconds", () => {
  const event = {
    id: "evt_1",
    type: "x",
    created: 12,
    data: { object: { id: "cs_1" } },
  } as unknown as Stripe.Event;
  expect(toPaymentEvent(event)).toEqual({ id: "evt_1", type: "x", createdAt: 12_000, objectId: "cs_1" });
  for (const data of [{ object: {} }, { object: null }, { object: { id: 7 } }, {}, undefined]) {
    expect(toPaymentEvent({ ...event, data } as unknown as Stripe.Event).objectId).toBe("");
  }
});
