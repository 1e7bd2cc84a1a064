import type Stripe from "stripe";
import { expect, test } from "vitest";
import {
  toCheckoutState,
  toPaymentDispute,
  toPaymentEvent,
  toPaymentRefund,
} from "#worker/adapters/stripe-mapping.ts";

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

test("a session is mapped to the product's own terms", () => {
  expect(toCheckoutState(session())).toEqual({
    sessionId: "cs_test_1",
    orderId: "order_1",
    status: "complete",
    paymentStatus: "paid",
    paymentFailed: false,
    method: null,
    amountMinor: 2500,
    currency: "usd",
    paymentIntentId: "pi_1",
  });
});

test("an expanded payment says how it is made, and whether the bank refused it", () => {
  const paidBy = (status: string, details: object) =>
    toCheckoutState(
      session({
        payment_status: "unpaid",
        payment_intent: { id: "pi_1", status, latest_charge: { payment_method_details: details } },
      }),
    );
  const bank = { type: "us_bank_account", us_bank_account: { last4: "6789" } };
  expect(paidBy("processing", bank)).toMatchObject({
    paymentFailed: false,
    method: { type: "us_bank_account", last4: "6789" },
  });
  expect(paidBy("requires_payment_method", bank).paymentFailed).toBe(true);
  expect(paidBy("canceled", { type: "card", card: { brand: "visa", last4: "4242" } })).toMatchObject({
    paymentFailed: true,
    method: { type: "card", last4: "4242" },
  });
  // A declined card leaves the checkout open for another one.
  const declined = { id: "pi_1", status: "requires_payment_method", latest_charge: null };
  expect(toCheckoutState(session({ status: "open", payment_intent: declined }))).toMatchObject({
    paymentFailed: false,
    method: null,
  });
});

test("a payment intent is identified by its ID, expanded or not, and may be missing", () => {
  expect(toCheckoutState(session({ payment_intent: { id: "pi_2" } })).paymentIntentId).toBe("pi_2");
  expect(toCheckoutState(session({ payment_intent: null })).paymentIntentId).toBeNull();
});

test("a status of a later API version never passes for paid", () => {
  expect(toCheckoutState(session({ payment_status: "partially_paid" })).paymentStatus).toBe("unpaid");
  expect(toCheckoutState(session({ status: "on_hold" })).status).toBe("open");
});

test("a missing amount or currency matches no order", () => {
  const state = toCheckoutState(session({ amount_total: null, currency: null }));
  expect([state.amountMinor, state.currency]).toEqual([0, ""]);
});

test("an event is identified by its object's ID and its payment, its time in milliseconds", () => {
  const event = {
    id: "evt_1",
    type: "x",
    created: 12,
    data: { object: { id: "re_1", payment_intent: "pi_1" } },
  } as unknown as Stripe.Event;
  const about = (data: unknown) => toPaymentEvent({ ...event, data } as unknown as Stripe.Event);
  expect(toPaymentEvent(event)).toEqual({
    id: "evt_1",
    type: "x",
    createdAt: 12_000,
    objectId: "re_1",
    paymentIntentId: "pi_1",
    isCardSetup: false,
    isForeign: false,
  });
  expect(about({ object: { id: "ch_1", payment_intent: { id: "pi_2" } } }).paymentIntentId).toBe("pi_2");
  const nothing = [{}, null, { id: 7, payment_intent: 7 }, { payment_intent: null }, { payment_intent: {} }];
  for (const data of [...nothing.map((object) => ({ object })), {}, undefined]) {
    expect(about(data)).toMatchObject({ objectId: "", paymentIntentId: null });
  }
});

test.each([
  [{ mode: "payment", client_reference_id: null }, true],
  [{ mode: "subscription", client_reference_id: null }, true],
  [{ mode: "payment", client_reference_id: "order_1" }, false],
  [{ mode: "setup", client_reference_id: null }, false],
])("a checkout with %j is another program's: %s", (about, isForeign) => {
  const object = { id: "cs_1", object: "checkout.session", ...about };
  const event = { id: "evt_1", type: "x", created: 12, data: { object } } as unknown as Stripe.Event;
  expect(toPaymentEvent(event).isForeign).toBe(isForeign);
});

const refund = (status: string | null) =>
  toPaymentRefund({ id: "re_1", amount: 700, status } as Stripe.Refund);

test("a refund stands until it fails or is canceled, including while it is pending", () => {
  expect(refund("succeeded")).toEqual({ id: "re_1", amountMinor: 700, stands: true });
  for (const status of ["pending", "requires_action", null, "a_later_one"])
    expect(refund(status).stands).toBe(true);
  for (const status of ["failed", "canceled"]) expect(refund(status).stands).toBe(false);
});

/** A dispute whose balance transactions have the given amounts. */
const dispute = (status: string, ...amounts: number[]) =>
  toPaymentDispute({
    id: "du_1",
    amount: 2500,
    status,
    balance_transactions: amounts.map((amount) => ({ amount })),
  } as Stripe.Dispute);

test("a dispute took the money once a withdrawal is booked, and returned it once a return is", () => {
  expect(dispute("needs_response", -2500)).toEqual({
    id: "du_1",
    amountMinor: 2500,
    fundsWithdrawn: true,
    fundsReinstated: false,
  });
  expect(dispute("lost", -2500)).toMatchObject({ fundsWithdrawn: true, fundsReinstated: false });
  expect(dispute("won", -2500)).toMatchObject({ fundsWithdrawn: true, fundsReinstated: false });
  expect(dispute("won", -2500, 2500)).toMatchObject({ fundsWithdrawn: true, fundsReinstated: true });
});

test.each(["warning_needs_response", "warning_under_review", "warning_closed", "prevented", "won"])(
  "a dispute that is %s and moved no money took none",
  (status) => {
    expect(dispute(status)).toMatchObject({ fundsWithdrawn: false, fundsReinstated: false });
  },
);

test("a return of money that was never withdrawn returns nothing", () => {
  expect(dispute("won", 2500)).toMatchObject({ fundsWithdrawn: false, fundsReinstated: false });
});
