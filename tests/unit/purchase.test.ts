import { describe, expect, test } from "vitest";
import { isSignedOut, planNote, purchaseFailure } from "#app/features/payments/payment-view.ts";
import { ApiError } from "#app/lib/api-error.ts";
import type { SubscriptionResponse } from "#core/contract/account.ts";

const refusal = (status: number, code: string, message: string) => new ApiError({ status, code, message });

describe("a purchase that could not start", () => {
  test("shows the server's own message, whatever its status", () => {
    for (const status of [409, 422, 429, 500, 502]) {
      expect(purchaseFailure(refusal(status, "some_code", "The server's sentence."))).toEqual({
        title: "Error",
        description: "The server's sentence.",
      });
    }
  });

  test.each([
    ["a response without a message", refusal(502, "unexpected_response", "status 502")],
    ["a response without a link", refusal(200, "unexpected_response", "No payment link")],
  ])("is a link that could not be created: %s", (_, error) => {
    expect(purchaseFailure(error)).toMatchObject({
      title: "Error",
      description: "Failed to create payment link",
    });
  });

  test("asks to try again when no response arrived", () => {
    expect(purchaseFailure(new TypeError("Failed to fetch"))).toMatchObject({
      title: "Error",
      description: "Failed to initiate purchase. Please try again.",
    });
  });

  test("asks a signed-out user to log in", () => {
    const error = refusal(401, "unauthorized", "Please sign in again.");
    expect(isSignedOut(error)).toBe(true);
    expect(purchaseFailure(error)).toMatchObject({
      title: "Authentication Required",
      description: "Please log in to purchase an API key.",
    });
  });

  test("does not take another failure for a sign-out", () => {
    expect(isSignedOut(refusal(403, "account_closed", "This account is closed."))).toBe(false);
    expect(isSignedOut(new TypeError("Failed to fetch"))).toBe(false);
  });
});

describe("buying a year", () => {
  const free: SubscriptionResponse = {
    subscription_type: "Free",
    usage_percentage: 0,
    valid_until: null,
    last_payment: null,
    last_payment_currency: null,
    last_payment_at: null,
    requests_used: 0,
    requests_limit: 10_000,
    value_per_month: null,
    value_used: 0,
    draws_on_balance: null,
    resets_at: "2026-11-21T00:00:00.000Z",
  };
  const until = "2027-03-14T12:00:00.000Z";

  test("adds one more year to a running Premium plan", () => {
    expect(planNote({ ...free, subscription_type: "Premium", valid_until: until })).toBe(
      "Your Premium plan runs until Mar 14, 2027. Buying again extends it by a year.",
    );
  });

  test("starts a new year after a plan has ended", () => {
    expect(planNote({ ...free, valid_until: until })).toBe(
      "Your Premium plan ended on Mar 14, 2027. Buying again starts a new year.",
    );
  });

  test("is a matter for sales on the Business plan, with and without an end date", () => {
    expect(planNote({ ...free, subscription_type: "Business" })).toBe(
      "You’re on the Business plan. Contact Sales to change it.",
    );
    expect(planNote({ ...free, subscription_type: "Business", valid_until: until })).toContain(
      "until Mar 14, 2027",
    );
  });

  test("promises nothing about an unknown plan", () => {
    expect(planNote(undefined)).toBe(planNote(free));
    expect(planNote(free)).not.toContain("Premium plan");
  });
});
