import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isEnough, parseAmount } from "#app/features/balance/top-up-amount.ts";
import {
  carriedChoice,
  hasArrived,
  initiateFailure,
  safePaymentUrl,
  stepStatuses,
} from "#app/features/payments/payment-view.ts";
import { ApiError } from "#app/lib/api-error.ts";
import { TOP_UP_AMOUNTS_DOLLARS } from "#core/domain/products.ts";
import { runs } from "#tests/support/tier.ts";

const SELECT_ONE = "Please select one of the predefined amounts: $25, $50, or $199";

describe("the dashboard's top-up", () => {
  test.each([
    ["5", 5, true],
    ["4.99", 4.99, false],
    ["-10", -10, false],
    ["", null, false],
    ["ten", null, false],
    ["Infinity", null, false],
  ])("reads %j as %j, enough: %j", (text, amount, enough) => {
    expect(parseAmount(text)).toBe(amount);
    expect(isEnough(parseAmount(text))).toBe(enough);
  });
});

describe("the amount carried in the address", () => {
  test.each([25, 50, 199])("is preselected when it is offered: %d", (amount) => {
    expect(carriedChoice(String(amount))).toEqual({ amount, message: null });
  });

  test.each(["10", "25.5", "", "abc", "-25", "1e21", "050"])(
    "is requested again when it is not: %j",
    (carried) => {
      expect(carriedChoice(carried)).toEqual({ amount: null, message: SELECT_ONE });
    },
  );

  test("may be absent: nothing is chosen and nothing is wrong", () => {
    expect(carriedChoice(null)).toEqual({ amount: null, message: null });
  });
});

describe("the payment page's address", () => {
  test("is opened when it is a web address", () => {
    expect(safePaymentUrl("https://checkout.example/c/pay/cs_1#x")).toBe(
      "https://checkout.example/c/pay/cs_1#x",
    );
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "/relative", "", undefined, null, 7])(
    "is none otherwise: %j",
    (address) => {
      expect(safePaymentUrl(address)).toBeNull();
    },
  );
});

describe("a payment that could not be started", () => {
  test("shows the API's message when the request was at fault", () => {
    const error = new ApiError({ status: 422, code: "invalid_amount", message: SELECT_ONE });
    expect(initiateFailure(error)).toBe(SELECT_ONE);
  });

  test("shows the product's message otherwise", () => {
    const broken = new ApiError({ status: 502, code: "payment_provider_error", message: "…" });
    expect(initiateFailure(broken)).toBe("Failed to initiate top-up. Please try again.");
    expect(initiateFailure(new TypeError("Failed to fetch"))).toBe(
      "Failed to initiate top-up. Please try again.",
    );
  });
});

describe("waiting for the credit", () => {
  test("ends when the balance has risen by the amount", () => {
    expect(hasArrived(48.2, 98.2, 50)).toBe(true);
  });

  test("allows for what requests spend between two checks", () => {
    expect(hasArrived(48.2, 97.45, 50)).toBe(true);
    expect(hasArrived(48.2, 97.1, 50)).toBe(false);
  });

  test("does not end with another top-up's credit, or with spending", () => {
    expect(hasArrived(48.2, 73.2, 50)).toBe(false);
    expect(hasArrived(48.2, 247.2, 50)).toBe(false);
    expect(hasArrived(48.2, 48.1, 50)).toBe(false);
  });

  test("recognizes the credit on top of every balance, whatever the binary fractions", () => {
    const cents = fc.integer({ min: -100_000, max: 10_000_000 });
    const amounts = fc.constantFrom(...TOP_UP_AMOUNTS_DOLLARS);
    fc.assert(
      fc.property(cents, amounts, (before, amount) =>
        hasArrived(before / 100, (before + amount * 100) / 100, amount),
      ),
      // About one balance in fifty shows the fraction.
      { numRuns: runs(5_000) },
    );
  });
});

describe("the steps", () => {
  test("starts the Payment guide only once the payment is verified", () => {
    expect(stepStatuses(false)).toEqual({ Amount: "current", Payment: "upcoming" });
    expect(stepStatuses(true)).toEqual({ Amount: "complete", Payment: "current" });
  });
});
