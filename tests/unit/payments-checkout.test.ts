import fc from "fast-check";
import { expect, test } from "vitest";
import { asCheckoutEvent, judgeCheckout, type OrderStatus, statusesBefore } from "#core/domain/checkout.ts";

const order = { amountMinor: 2500, currency: "usd" };
const yearOrder = { amountMinor: 10_000, currency: "inr" };
const paid = { ...order, status: "complete", paymentStatus: "paid", paymentFailed: false } as const;
const unpaid = { ...order, status: "complete", paymentStatus: "unpaid", paymentFailed: false } as const;
const events = [
  null,
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
] as const;
const statuses: OrderStatus[] = ["open", "pending", "failed", "expired", "paid"];

test.each(events)("a checkout paid as ordered is paid, whatever the event (%s)", (event) => {
  expect(judgeCheckout(paid, order, event)).toBe("paid");
});

test("nothing but the provider's “paid” status for exactly the ordered amount pays", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("open", "complete", "expired"),
      fc.constantFrom("paid", "unpaid", "no_payment_required"),
      fc.oneof(fc.constantFrom(2500, 10_000), fc.integer()),
      fc.constantFrom("usd", "inr", "USD", ""),
      fc.constantFrom(...events),
      fc.constantFrom(order, yearOrder),
      fc.boolean(),
      (status, paymentStatus, amountMinor, currency, event, ordered, paymentFailed) => {
        const asOrdered = amountMinor === ordered.amountMinor && currency === ordered.currency;
        const exact = paymentStatus === "paid" && asOrdered;
        let result: OrderStatus | "refused";
        try {
          result = judgeCheckout(
            { status, paymentStatus, paymentFailed, amountMinor, currency },
            ordered,
            event,
          );
        } catch {
          result = "refused";
        }
        expect(result === "paid").toBe(exact);
      },
    ),
  );
});

test("another amount, another currency or no payment at all is a mismatch", () => {
  for (const change of [
    { amountMinor: 2501 },
    { currency: "inr" },
    { paymentStatus: "no_payment_required" as const },
  ]) {
    expect(() => judgeCheckout({ ...paid, ...change }, order, null)).toThrow("does not match its order");
  }
});

test("an unpaid complete checkout has failed only if an event or its payment says so", () => {
  expect(judgeCheckout(unpaid, order, "checkout.session.async_payment_failed")).toBe("failed");
  expect(judgeCheckout(unpaid, order, "checkout.session.completed")).toBe("pending");
  expect(judgeCheckout(unpaid, order, null)).toBe("pending");
  expect(judgeCheckout({ ...unpaid, paymentFailed: true }, order, null)).toBe("failed");
});

test("an unpaid checkout is as open or expired as the provider says, whatever the event", () => {
  for (const event of events) {
    expect(judgeCheckout({ ...unpaid, status: "open" }, order, event)).toBe("open");
    expect(judgeCheckout({ ...unpaid, status: "expired" }, order, event)).toBe("expired");
  }
});

test("no status can be left and reached again", () => {
  for (const status of statuses) {
    for (const earlier of statusesBefore(status)) expect(statusesBefore(earlier)).not.toContain(status);
    expect(statusesBefore(status)).not.toContain(status);
  }
});

test("paid can be reached from every status and never left", () => {
  expect(statusesBefore("paid").sort()).toEqual(["expired", "failed", "open", "pending"]);
  for (const status of statuses) expect(statusesBefore(status)).not.toContain("paid");
});

test("only events about checkouts are handled", () => {
  expect(asCheckoutEvent("checkout.session.completed")).toBe("checkout.session.completed");
  for (const type of ["charge.refunded", "checkout.session.unheard_of", "", "toString"]) {
    expect(asCheckoutEvent(type)).toBeNull();
  }
});
