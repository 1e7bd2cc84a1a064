import { describe, expect, test } from "vitest";
import { isEnough, parseAmount } from "#app/features/balance/top-up-amount.ts";
import {
  awaitedView,
  carriedAmount,
  initiateFailure,
  type PaymentView,
  topUpSteps,
} from "#app/features/payments/payment-view.ts";
import { ApiError } from "#app/lib/api-error.ts";
import { safePaymentUrl } from "#app/lib/payment-url.ts";

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
    expect(carriedAmount(String(amount))).toBe(amount);
  });

  test.each([null, "10", "25.5", "", "abc", "-25", "1e21", "050"])(
    "is chosen by the reader otherwise: %j",
    (carried) => {
      expect(carriedAmount(carried)).toBeNull();
    },
  );
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

describe("waiting for a payment in another tab", () => {
  const order = { product: "balance", amount: 50, currency: "USD" } as const;
  const pending: PaymentView = { kind: "pending", order };
  const paid: PaymentView = { kind: "success", order };

  test("ends with whatever the checkout's own tab has led to", () => {
    for (const view of [pending, paid]) expect(awaitedView(view, "announced")).toBe(view);
  });

  test("after a rise of the balance ends only with a verified payment, as the rise can be somebody's grant", () => {
    expect(awaitedView(paid, "risen")).toBe(paid);
    expect(awaitedView(pending, "risen")).toBeNull();
  });

  test("goes on while nothing is known", () => {
    expect(awaitedView({ kind: "verifying" }, "announced")).toBeNull();
    expect(awaitedView(null, "risen")).toBeNull();
    expect(awaitedView(paid, null)).toBeNull();
  });
});

describe("the steps", () => {
  test("starts the Payment guide only once the payment is verified", () => {
    expect(topUpSteps(false)).toMatchObject([
      { title: "Amount", status: "current" },
      { title: "Payment", status: "upcoming" },
    ]);
    expect(topUpSteps(true)).toMatchObject([
      { title: "Amount", status: "complete" },
      { title: "Payment", status: "current" },
    ]);
    expect(topUpSteps(true).every(({ description }) => description.length > 0)).toBe(true);
  });
});
