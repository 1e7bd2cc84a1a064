import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chargePreview } from "#app/features/billing/charge-preview.ts";
import {
  amountText,
  autoTopUpInput,
  budgetsInput,
  changedGroups,
  type Draft,
  fieldsOf,
  type GROUPS,
  problemOf,
  problemsOf,
  type Saved,
  settingsInput,
  withoutGroup,
} from "#app/features/billing/settings-draft.ts";
import {
  balanceText,
  cardExpiry,
  monthEnding,
  resetDay,
  thresholdPace,
} from "#app/features/billing/settings-view.ts";
import { cardName } from "#app/lib/payment-methods.ts";
import { settingsRequest } from "#core/contract/account-settings.ts";
import { autoTopUpRequest, type PaymentMethod } from "#core/contract/auto-top-up.ts";
import { accountBudgetsRequest } from "#core/contract/budgets.ts";
import { accountBudgets, autoTopUp, balance, runway } from "#tests/components/support/account.ts";

const saved: Saved = { autoTopUp, budgets: accountBudgets, balance };

const amount = fc.oneof(
  fc.constantFrom("", " ", "5", "5.00", "20.000", "150", "1,50", "-1", "0", "1e3", "0.005", "10000.01", "x"),
  fc.integer({ min: 0, max: 2_000_000 }).map((cents) => (cents / 100).toFixed(2)),
);
const draft: fc.Arbitrary<Draft> = fc.record(
  {
    enabled: fc.boolean(),
    amount: fc.constantFrom("25", "50", "199"),
    threshold: amount,
    monthlyLimit: amount,
    day: amount,
    month: amount,
    low_balance_threshold: amount,
  },
  { requiredKeys: [] },
);

describe("what is typed", () => {
  it("is accepted exactly when the API accepts it", () => {
    fc.assert(
      fc.property(draft, (typed) => {
        const fields = fieldsOf(saved, typed);
        const isValid = (group: keyof typeof GROUPS) =>
          !Object.values(problemsOf([group], fields)).some(Boolean);
        expect(isValid("autoTopUp") && isTyped(fields.threshold, fields.monthlyLimit)).toBe(
          autoTopUpRequest.safeParse(autoTopUpInput(fields)).success &&
            isTyped(fields.threshold, fields.monthlyLimit),
        );
        expect(isValid("balance") && isTyped(fields.low_balance_threshold)).toBe(
          settingsRequest.safeParse(settingsInput(fields)).success && isTyped(fields.low_balance_threshold),
        );
        if (isValid("budgets"))
          expect(accountBudgetsRequest.safeParse({ budgets: budgetsInput(fields) }).success).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it("is a change only where its amount differs from what is saved, and none is left once it is saved", () => {
    fc.assert(
      fc.property(draft, (typed) => {
        const changed = changedGroups(saved, typed);
        const left = changed.reduce(withoutGroup, typed);
        expect(changedGroups(saved, left)).toEqual([]);
        expect(changedGroups(saved, {})).toEqual([]);
      }),
      { numRuns: 500 },
    );
    expect(
      changedGroups(saved, { threshold: "20", low_balance_threshold: " 5.0 ", day: "", enabled: true }),
    ).toEqual([]);
    expect(changedGroups(saved, { threshold: "21", day: "0", low_balance_threshold: "" })).toEqual([
      "autoTopUp",
      "budgets",
      "balance",
    ]);
  });

  it("has a problem that names the rule", () => {
    const problem = (name: keyof ReturnType<typeof fieldsOf>, typed: Draft) =>
      problemOf(name, fieldsOf(saved, typed));
    expect(problem("threshold", { threshold: "4.99" })).toBe("Enter at least $5.00.");
    expect(problem("monthlyLimit", { monthlyLimit: "50", amount: "199" })).toBe(
      "Enter at least the $199.00 of one charge.",
    );
    expect(problem("low_balance_threshold", { low_balance_threshold: "" })).toBe("Enter an amount.");
    expect(problem("low_balance_threshold", { low_balance_threshold: "5.001" })).toBe("Enter whole cents.");
    expect(problem("day", { day: "" })).toBeNull();
    expect(amountText(0.0005)).toBe("0.0005");
  });
});

describe("a charge that saving makes at once", () => {
  const NOW = Date.parse("2026-11-26T12:00:00.000Z");
  const preview = (typed: Draft, changes: Partial<typeof autoTopUp> = {}, dollars = 25) =>
    chargePreview(
      { ...saved, autoTopUp: { ...autoTopUp, ...changes }, balance: { ...balance, balance: dollars } },
      typed,
      NOW,
    );

  it("is shown with what it adds and leaves", () => {
    expect(preview({ threshold: "25.01" }, {}, 24.999)).toMatchObject({
      threshold: 25.01,
      amount: 50,
      balanceAfter: 74.999,
      added: 100,
      freeThreshold: 24.99,
    });
    expect(preview({ threshold: "30" }, {}, 4.99)?.freeThreshold).toBeNull();
  });

  it("is none where the charge itself would not be made, while a field is invalid, or without a change", () => {
    expect(preview({ threshold: "25" })).toBeNull();
    expect(preview({ threshold: "30", enabled: false })).toBeNull();
    expect(preview({ threshold: "30", monthlyLimit: "99.99" })).toBeNull();
    expect(preview({ threshold: "30", monthlyLimit: "x" })).toBeNull();
    expect(preview({ low_balance_threshold: "30" }, {}, 10)).toBeNull();
    expect(preview({ threshold: "30" }, { charging: true })).toBeNull();
    expect(preview({ threshold: "30" }, { next_charge_at: "2026-11-26T12:00:01.000Z" })).toBeNull();
    expect(preview({ threshold: "30" }, { next_charge_at: "2026-11-26T12:00:00.000Z" })).not.toBeNull();
  });

  it("comes later, however recent the last one is, while a stop or a suspension holds charges back", () => {
    const held = { chargeable: false, next_charge_at: "2026-11-26T12:30:00.000Z" };
    const stopped = {
      at: "2026-11-26T11:30:00.000Z",
      reason: "declined",
      detail: null,
      charge_id: "o",
    } as const;
    expect(preview({ threshold: "30" }, held)).toMatchObject({ when: "resumed", amount: 50 });
    expect(preview({ threshold: "30" }, { ...held, stopped })).toMatchObject({ when: "card_replaced" });
    expect(preview({ threshold: "25" }, { ...held, stopped })).toBeNull();
    expect(preview({ threshold: "30", enabled: false }, { ...held, stopped })).toBeNull();
    const card = { ...saved.autoTopUp?.payment_method, supports_auto_top_up: false };
    expect(preview({ threshold: "30" }, { ...held, payment_method: card as PaymentMethod })).toBeNull();
  });
});

/** The form takes plain digits only, the API any number. */
const isTyped = (...texts: string[]) => texts.every((text) => /^\s*\d+(\.\d+)?\s*$/.test(text));

describe("the billing settings say", () => {
  it("cards, days and months in plain words", () => {
    expect(cardName({ brand: "visa", last4: "4242" })).toBe("Visa •••• 4242");
    expect(cardName({ brand: "cartes_bancaires", last4: "0001" })).toBe("Cartes Bancaires •••• 0001");
    expect(cardName({ brand: "discover", last4: "1117" })).toBe("Discover •••• 1117");
    expect(cardExpiry({ exp_month: 8, exp_year: 2028 })).toBe("08/2028");
    expect([resetDay("2026-12-01T00:00:00.000Z"), monthEnding("2026-12-01T00:00:00.000Z")]).toEqual([
      "Dec 1",
      "November",
    ]);
  });

  it("how long an amount lasts, where an estimate is known", () => {
    expect(balanceText(11.42, { daily_cost: 3.21 })).toBe(
      "Your balance is $11.42 and lasts about 3 days at this pace.",
    );
    expect(balanceText(-1, { daily_cost: 3.21 })).toBe("Your balance is -$1.00.");
    expect(balanceText(11.42, undefined)).toBe("Your balance is $11.42.");
    expect(thresholdPace(10, { ...runway, daily_cost: 3.21 })).toBe(
      "About 3 days at your pace of $3.21 a day.",
    );
    expect(thresholdPace(Number.NaN, { ...runway, daily_cost: 3.21 })).toBeNull();
    expect(thresholdPace(10, { ...runway, daily_cost: null })).toBeNull();
  });
});
