import fc from "fast-check";
import { expect, test } from "vitest";
import { kindLabel } from "#app/features/billing/messages.ts";
import { tabParameter } from "#app/features/billing/queries.ts";
import { sumDollars } from "#app/lib/dollars.ts";
import { TRANSFER_KINDS } from "#core/domain/ledger.ts";

test("every kind of transfer has its own label", () => {
  const labels = TRANSFER_KINDS.map((kind) => kindLabel({ kind, usage_day: null, automatic: false }));
  expect(new Set(labels).size).toBe(TRANSFER_KINDS.length);
});

test("a label says which way a disputed or refunded payment went", () => {
  const labels = (["refund", "refund_failed", "dispute", "dispute_won"] as const).map((kind) =>
    kindLabel({ kind, usage_day: null, automatic: false }),
  );
  expect(labels).toEqual(["Refund", "Refund returned", "Disputed payment", "Dispute won"]);
});

test("a label of usage names the day of its requests", () => {
  expect(kindLabel({ kind: "usage", usage_day: "2026-11-20", automatic: false })).toBe("API usage of Nov 20");
});

test("a sum is exact to the micro-dollar, however many amounts", () => {
  const micros = fc.array(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), { maxLength: 300 });
  fc.assert(
    fc.property(micros, (amounts) => {
      const total = amounts.reduce((sum, amount) => sum + amount, 0);
      expect(sumDollars(amounts.map((amount) => amount / 1_000_000))).toBe(total / 1_000_000);
    }),
  );
});

test("an address without a known tab shows the statement", () => {
  const shown = ["receipts", "nonsense", null].map(tabParameter.parse);
  expect(shown).toEqual(["receipts", "statement", "statement"]);
});
