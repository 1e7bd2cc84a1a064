import { describe, expect, test } from "vitest";
import { type PaymentView, paymentView, shortReference } from "#app/features/payments/payment-view.ts";
import { ApiError } from "#app/lib/api-error.ts";

const sessionId = "cs_test_a1B2c3D4e5F6";
const paid = { success: true, pending: false, product: "balance", amount: 25, currency: "USD" } as const;
const view = (known: Partial<Parameters<typeof paymentView>[0]>): PaymentView =>
  paymentView({ sessionId, answer: undefined, error: null, ...known });

describe("a payment's page", () => {
  test("verifies until there is an answer", () => {
    expect(view({})).toEqual({ kind: "verifying" });
  });

  test.each([null, ""])("fails without a session id: %j", (missing) => {
    expect(view({ sessionId: missing, answer: paid })).toMatchObject({
      kind: "failure",
      message: "No session ID provided. Unable to verify payment.",
    });
  });

  test("succeeds only on the API's word", () => {
    expect(view({ answer: paid })).toEqual({ kind: "success" });
  });

  test("says that a bank's late payment is on its way, not that it failed", () => {
    expect(view({ answer: { ...paid, success: false, pending: true } })).toEqual({ kind: "pending" });
  });

  test("sends a payment that was not made to support", () => {
    expect(view({ answer: { ...paid, success: false } })).toEqual({
      kind: "failure",
      title: "Payment verification failed",
      message: "Unable to verify payment. Please contact support.",
      requestId: null,
    });
  });

  test("sends a verification that failed to support, with the request to ask about", () => {
    const error = new ApiError({
      status: 404,
      code: "not_found",
      message: "Payment not found.",
      requestId: "req_1",
    });
    expect(view({ error })).toEqual({
      kind: "failure",
      title: "Error verifying payment",
      message: "Failed to verify payment. Please contact support.",
      requestId: "req_1",
    });
  });

  test("keeps a success that a later look could not confirm", () => {
    expect(view({ answer: paid, error: new Error("offline") })).toEqual({
      kind: "success",
    });
  });
});

describe("a payment's reference", () => {
  test("is the beginning of a long session id, and all of a short one", () => {
    expect(shortReference(sessionId)).toBe("cs_test_a1B2c3…");
    expect(shortReference("cs_01KA7X")).toBe("cs_01KA7X");
  });
});
