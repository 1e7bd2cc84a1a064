import { describe, expect, test } from "vitest";
import { planNote } from "#app/features/payments/plan-note.ts";
import { isSignedOut, PurchaseStopped, purchaseFailure } from "#app/features/payments/purchase-failure.ts";
import { ApiError } from "#app/lib/api-error.ts";
import type { SubscriptionAnswer } from "#core/contract/account.ts";

const refusal = (status: number, code: string, message: string) => new ApiError({ status, code, message });

describe("a purchase that could not begin", () => {
  test("is told in the server's own words, whatever its status", () => {
    for (const status of [409, 422, 429, 500, 502]) {
      expect(purchaseFailure(refusal(status, "some_code", "The server's sentence."))).toEqual({
        title: "Error",
        description: "The server's sentence.",
        tone: "danger",
      });
    }
  });

  test.each([
    ["an answer without words of its own", refusal(502, "unexpected_answer", "status 502")],
    ["an answer without a link", new PurchaseStopped("no_link")],
  ])("is a link that could not be created: %s", (_, error) => {
    expect(purchaseFailure(error)).toMatchObject({
      title: "Error",
      description: "Failed to create payment link",
    });
  });

  test("asks to try again when no answer came", () => {
    expect(purchaseFailure(new TypeError("Failed to fetch"))).toMatchObject({
      title: "Error",
      description: "Failed to initiate purchase. Please try again.",
    });
  });

  test.each([new PurchaseStopped("signed_out"), refusal(401, "unauthorized", "Please sign in again.")])(
    "asks who is signed out to log in: %s",
    (error) => {
      expect(isSignedOut(error)).toBe(true);
      expect(purchaseFailure(error)).toMatchObject({
        title: "Authentication Required",
        description: "Please log in to purchase an API key.",
      });
    },
  );

  test("does not take another failure for a sign-out", () => {
    expect(isSignedOut(new PurchaseStopped("no_link"))).toBe(false);
    expect(isSignedOut(refusal(403, "account_closed", "This account is closed."))).toBe(false);
    expect(isSignedOut(new TypeError("Failed to fetch"))).toBe(false);
  });
});

describe("what buying a year means", () => {
  const free: SubscriptionAnswer = {
    subscription_type: "Free",
    usage_percentage: 0,
    valid_until: null,
    last_payment: null,
    last_payment_currency: null,
    last_payment_at: null,
    requests_used: 0,
    requests_limit: 10_000,
    resets_at: "2026-11-21T00:00:00.000Z",
  };
  const until = "2027-03-14T12:00:00.000Z";

  test("for a running Premium plan is one more year", () => {
    expect(planNote({ ...free, subscription_type: "Premium", valid_until: until })).toBe(
      "Your Premium plan runs until Mar 14, 2027. Buying again extends it by a year.",
    );
  });

  test("for an ended one is a new year", () => {
    expect(planNote({ ...free, valid_until: until })).toBe(
      "Your Premium plan ended on Mar 14, 2027. Buying again starts a new year.",
    );
  });

  test("for the Business plan is a matter for sales, with and without an end", () => {
    expect(planNote({ ...free, subscription_type: "Business" })).toBe(
      "You are on the Business plan. Contact Sales to change it.",
    );
    expect(planNote({ ...free, subscription_type: "Business", valid_until: until })).toContain(
      "until Mar 14, 2027",
    );
  });

  test("promises nothing of a plan that is not known", () => {
    expect(planNote(undefined)).toBe(planNote(free));
    expect(planNote(free)).not.toContain("Premium plan");
  });
});
