import { describe, expect, test } from "vitest";
import {
  isTopUpOf,
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
    expect(view({ answer: paid })).toEqual({ kind: "success", order });
  });

  test("says that a bank's late payment is on its way, not that it failed", () => {
    expect(view({ answer: { ...paid, success: false, pending: true } })).toEqual({ kind: "pending", order });
  });

  test("sends a payment that was not made to support", () => {
    expect(view({ answer: { ...paid, success: false } })).toEqual({
      kind: "failure",
      title: "Payment verification failed",
      order,
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
      order: null,
      message: "Failed to verify payment. Please contact support.",
      requestId: "req_1",
    });
  });

  test("keeps a success that a later look could not confirm", () => {
    expect(view({ answer: paid, error: new Error("offline") })).toEqual({
      kind: "success",
      order,
    });
  });
});

describe("a payment's words", () => {
  test("are the specification's for a top-up", () => {
    expect(outcomeWords({ kind: "success", order })).toEqual({
      title: "Payment successful",
      description: "Your account balance has been updated.",
    });
  });

  test.each(["success", "pending"] as const)("speak of no balance when a plan was bought: %s", (kind) => {
    const { title, description } = outcomeWords({ kind, order: plan });
    expect(`${title} ${description}`).toContain("plan");
    expect(`${title} ${description}`).not.toContain("balance");
  });
});

describe("what another tab tells", () => {
  const ended: PaymentView = { kind: "failure", order, title: "", message: "", requestId: null };

  test.each([{ kind: "success", order } as const, { kind: "pending", order } as const, ended])(
    "concerns a top-up of the amount that is waited for: $kind",
    (told) => {
      expect(isTopUpOf(told, 25)).toBe(true);
      expect(isTopUpOf(told, 50)).toBe(false);
    },
  );

  test("concerns no top-up when it is a plan, an unknown checkout or nothing yet", () => {
    expect(isTopUpOf({ kind: "success", order: plan }, 100)).toBe(false);
    expect(isTopUpOf({ ...ended, order: null }, 25)).toBe(false);
    expect(isTopUpOf({ kind: "verifying" }, 25)).toBe(false);
  });
});

describe("a payment's reference", () => {
  test("is the beginning of a long session id, and all of a short one", () => {
    expect(shortReference(sessionId)).toBe("cs_test_a1B2c3…");
    expect(shortReference("cs_01KA7X")).toBe("cs_01KA7X");
  });
});
