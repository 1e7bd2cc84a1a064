import { describe, expect, it } from "vitest";
import { coverText } from "#app/features/subscription/messages.ts";
import {
  beyondPlanText,
  paymentText,
  percentText,
  premiumOffer,
  requestsText,
  validUntilText,
  valuePercent,
  valueText,
} from "#app/features/subscription/subscription-view.ts";
import type { SubscriptionResponse } from "#core/contract/account.ts";

const NOON = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;
const inDays = (days: number) => new Date(NOON + days * DAY).toISOString();

const free = (about: Partial<SubscriptionResponse> = {}): SubscriptionResponse => ({
  subscription_type: "Free",
  usage_percentage: 4.12,
  valid_until: null,
  last_payment: null,
  last_payment_currency: null,
  last_payment_at: null,
  requests_used: 412,
  requests_limit: 10_000,
  value_per_month: null,
  value_used: 0,
  draws_on_balance: null,
  resets_at: "2026-11-21T00:00:00.000Z",
  ...about,
});
const premium = (about: Partial<SubscriptionResponse> = {}) =>
  free({ subscription_type: "Premium", valid_until: inDays(200), ...about });

describe("the requests of a plan", () => {
  it("are those of the day on Free, of the month on a plan", () => {
    expect(requestsText(free())).toBe("412 of 10,000 requests today");
    expect(requestsText(premium())).toBe("412 of 10,000 requests this month");
  });

  it("have no share when there is no limit", () => {
    const business = free({ subscription_type: "Business", requests_limit: null });
    expect(requestsText(business)).toBe("412 requests this month");
    expect(requestsText({ ...business, requests_used: 1 })).toBe("1 request this month");
  });

  it.each([
    [0, "0%"],
    [0.01, "<1%"],
    [64.9, "64%"],
    [99.99, "99%"],
    [100, "100%"],
    [103.6, "104%"],
  ])("are %d percent: %s", (usage_percentage, text) => {
    expect(percentText(usage_percentage)).toBe(text);
  });
});

describe("what a plan covers", () => {
  const business = (about: Partial<SubscriptionResponse>) =>
    premium({ subscription_type: "Business", requests_limit: null, value_per_month: null, ...about });

  it.each([
    [free(), "Your balance pays for each request, up to 10,000 requests a day."],
    [
      premium({ value_per_month: 20 }),
      "Premium covers up to 10,000 requests and $20.00 of usage a month, and a covered request costs you nothing.",
    ],
    [
      business({ value_per_month: 500 }),
      "Business covers up to $500.00 of usage a month, and a covered request costs you nothing.",
    ],
    [
      business({ requests_limit: 1_000_000 }),
      "Business covers up to 1,000,000 requests a month, and a covered request costs you nothing.",
    ],
    [business({}), "Business covers all your requests, and a covered request costs you nothing."],
  ])("is one sentence with its limits: %#", (subscription, text) => {
    expect(coverText(subscription)).toBe(text);
  });
});

describe("the value of a plan", () => {
  const value = (value_used: number, value_per_month: number | null = 20) =>
    premium({ value_used, value_per_month, draws_on_balance: false });

  it("is what the plan has paid of its monthly value, to the cent", () => {
    expect(valueText(value(4.12))).toBe("$4.12 of $20.00 this month");
    expect(valueText(value(1_204.5, null))).toBe("$1,204.50 this month");
    expect(valueText(free())).toBeNull();
  });

  it("has a share where it has a limit, also where that is 0", () => {
    expect([0, 5, 20, 25].map((used) => valuePercent(value(used)))).toEqual([0, 25, 100, 125]);
    expect(valuePercent(value(3, null))).toBeNull();
    expect([valuePercent(value(0, 0)), valuePercent(value(0.000001, 0))]).toEqual([0, 100]);
  });
});

describe("beyond a plan", () => {
  const resets_at = "2026-12-02T12:00:00.000Z";

  it("requests are charged or refused, as the owner decided", () => {
    expect(beyondPlanText(premium({ draws_on_balance: true }))).toBe(
      "Further requests are charged to your balance.",
    );
    expect(beyondPlanText(premium({ draws_on_balance: false, resets_at }))).toBe(
      "Further requests are refused until Dec 2, 2026.",
    );
  });

  it("there is nothing for a plan without limits, and without a plan", () => {
    const endless = { requests_limit: null, value_per_month: null };
    expect(beyondPlanText(premium({ draws_on_balance: false, ...endless }))).toBeNull();
    expect(
      beyondPlanText(premium({ draws_on_balance: false, ...endless, value_per_month: 50 })),
    ).not.toBeNull();
    expect(beyondPlanText(free())).toBeNull();
  });
});

describe("the end of a plan", () => {
  it("is a date, none at all, or in the past", () => {
    expect(validUntilText(free())).toBe("No end date");
    expect(validUntilText(premium({ valid_until: "2027-06-08T12:00:00.000Z" }))).toBe("Jun 8, 2027");
    expect(validUntilText(free({ valid_until: "2026-11-03T12:00:00.000Z" }))).toBe("Ended Nov 3, 2026");
  });
});

describe("the offer to buy Premium", () => {
  it("is new for an account that never had it", () => {
    expect(premiumOffer(free(), NOON)).toEqual({ note: null, label: "Get Premium" });
  });

  it("is a renewal once a plan has ended, and says when", () => {
    expect(premiumOffer(free({ valid_until: "2026-11-03T12:00:00.000Z" }), NOON)).toEqual({
      note: "Your plan ended on Nov 3, 2026.",
      label: "Renew for a year",
    });
  });

  it("is a renewal in a plan's last 30 days, and hidden before", () => {
    expect(premiumOffer(premium({ valid_until: inDays(30) }), NOON)?.label).toBe("Renew for a year");
    expect(premiumOffer(premium({ valid_until: inDays(30.01) }), NOON)).toBeNull();
  });

  it("is hidden on Business, where it can't be bought", () => {
    expect(premiumOffer(free({ subscription_type: "Business" }), NOON)).toBeNull();
    expect(premiumOffer(premium({ subscription_type: "Business", valid_until: inDays(1) }), NOON)).toBeNull();
  });
});

it("a last payment has the sign of its own currency, and a dash before the first", () => {
  expect(paymentText(free({ last_payment: 100, last_payment_currency: "INR" }))).toBe("₹100.00");
  expect(paymentText(free({ last_payment: 25, last_payment_currency: "USD" }))).toBe("$25.00");
  expect(paymentText(free())).toBe("—");
});
