import { describe, expect, test } from "vitest";
import {
  nextBalanceCheck,
  nextCheck,
  outcomeWords,
  type PaymentView,
  paymentView,
  shortReference,
} from "#app/features/payments/payment-view.ts";
import { ApiError } from "#app/lib/api-error.ts";

const sessionId = "cs_test_a1B2c3D4e5F6";
const paid = { success: true, pending: false, product: "balance", amount: 25, currency: "USD" } as const;
const order = { product: "balance", amount: 25, currency: "USD" } as const;
const plan = { product: "api_key", amount: 100, currency: "INR" } as const;
const view = (known: Partial<Parameters<typeof paymentView>[0]>): PaymentView =>
  paymentView({ sessionId, completion: undefined, error: null, ...known });

describe("a payment's page", () => {
  test("verifies until there is a response", () => {
    expect(view({})).toEqual({ kind: "verifying" });
  });

  test.each([null, ""])("fails without a session id: %j", (missing) => {
    expect(view({ sessionId: missing, completion: paid })).toMatchObject({
      kind: "failure",
      message: "No session ID provided. Unable to verify payment.",
    });
  });

  test("succeeds only on the API's word", () => {
    expect(view({ completion: paid })).toEqual({ kind: "success", order });
  });

  test("shows a bank's late payment as pending, not as failed", () => {
    expect(view({ completion: { ...paid, success: false, pending: true } })).toEqual({
      kind: "pending",
      order,
    });
  });

  test("refers a payment that was not made to support", () => {
    expect(view({ completion: { ...paid, success: false } })).toEqual({
      kind: "failure",
      title: "Payment verification failed",
      order,
      message: "Unable to verify payment. Please contact support.",
      requestId: null,
    });
  });

  test("refers a failed verification to support, with the request to ask about", () => {
    const error = new ApiError({
      status: 404,
      code: "not_found",
      message: "Payment not found.",
      requestId: "req_1",
    });
    expect(view({ error })).toEqual({
      kind: "failure",
      title: "Error verifying payment",
      order: null,
      message: "Failed to verify payment. Please contact support.",
      requestId: "req_1",
    });
  });

  test("keeps a success that a later check could not confirm", () => {
    expect(view({ completion: paid, error: new Error("offline") })).toEqual({
      kind: "success",
      order,
    });
  });
});

describe("a payment's messages", () => {
  test("are the specification's for a top-up", () => {
    expect(outcomeWords({ kind: "success", order })).toEqual({
      title: "Payment successful",
      description: "Your account balance has been updated.",
    });
  });

  test.each(["success", "pending"] as const)("mention no balance when a plan was bought: %s", (kind) => {
    const { title, description } = outcomeWords({ kind, order: plan });
    expect(`${title} ${description}`).toContain("plan");
    expect(`${title} ${description}`).not.toContain("balance");
  });
});

describe("a payment's reference", () => {
  test("is the beginning of a long session ID, and all of a short one", () => {
    expect(shortReference(sessionId)).toBe("cs_test_a1B2c3…");
    expect(shortReference("cs_01KA7X")).toBe("cs_01KA7X");
  });
});

describe("a tab that waits for a payment", () => {
  const ended = new ApiError({ status: 401, code: "unauthorized", message: "Please sign in again." });
  const away = new ApiError({ status: 503, code: "unavailable", message: "Try again." });
  const pending = { data: { pending: true }, error: null, dataUpdateCount: 1 };

  test("checks less and less often, and at last never", () => {
    const checks = [1, 12, 13, 132, 133].map((dataUpdateCount) => nextCheck({ ...pending, dataUpdateCount }));
    expect(checks).toEqual([5_000, 5_000, 30_000, 30_000, false]);
    expect(nextCheck({ ...pending, data: { pending: false } })).toBe(false);
    expect([nextBalanceCheck(0, null), nextBalanceCheck(16 * 60_000, null)]).toEqual([4_000, 20_000]);
  });

  test("checks no more once its session has ended, and goes on through an outage", () => {
    expect([nextCheck({ ...pending, error: ended }), nextBalanceCheck(0, ended)]).toEqual([false, false]);
    expect([nextCheck({ ...pending, error: away }), nextBalanceCheck(0, away)]).toEqual([5_000, 4_000]);
  });
});
