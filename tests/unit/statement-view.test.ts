import { expect, it } from "vitest";
import {
  dayDescription,
  dayName,
  daysShowing,
  linesOf,
  netOf,
  onlyTransaction,
  roundAmount,
  shownDays,
} from "#app/features/billing/statement-view.ts";
import type { LedgerItem, StatementDay } from "#core/contract/ledger.ts";

const item = (changes: Partial<LedgerItem> = {}): LedgerItem => ({
  id: "tr_1",
  created_at: "2026-11-20T12:00:00.000Z",
  kind: "top_up",
  amount: 25,
  balance_after: 30,
  reference: null,
  receipt_id: null,
  receipt_number: null,
  automatic: false,
  payment_method: null,
  note: null,
  usage_day: null,
  open: false,
  ...changes,
});
const day = (changes: Partial<StatementDay> = {}): StatementDay => ({
  date: "2026-11-20",
  usage: 0,
  late: 0,
  added: 0,
  taken: 0,
  open: false,
  balance_after: 0,
  transactions: [],
  ...changes,
});

it.each([
  [2.834, "+$2.83"],
  [-61.839, "−$61.84"],
  [-0.000412, "<$0.01"],
  [0.0099, "<$0.01"],
  [0, "$0.00"],
])("shows %d dollars as %s", (amount, text) => expect(roundAmount(amount)).toBe(text));

it("lists a day's usage and its transactions, unless the day has only one of them", () => {
  const topUp = item();
  const mixed = day({ usage: -2, added: 25, open: true, transactions: [topUp] });
  expect(linesOf(mixed)).toEqual([
    { key: "usage", label: "API usage so far", amount: -2, transaction: null },
    { key: "tr_1", label: "Top-up", amount: 25, transaction: topUp },
  ]);
  expect(dayDescription(mixed)).toBe("API usage so far, Top-up");
  expect(netOf(mixed)).toBe(23);
  expect(onlyTransaction(mixed)).toBeNull();
  const alone = [day({ usage: -2 }), day({ added: 25, transactions: [topUp] })];
  expect(alone.map(linesOf)).toEqual([[], []]);
  expect(alone.map(dayDescription)).toEqual(["API usage", "Top-up"]);
  expect(alone.map(onlyTransaction)).toEqual([null, topUp]);
});

it("says which usage was recorded late, and lists it apart from the day's own", () => {
  const late = item({ id: "day_2026-10-31", kind: "usage", amount: -3, usage_day: "2026-10-31", open: true });
  const mixed = day({ usage: -2, late: -3, transactions: [late] });
  expect(linesOf(mixed).map(({ label, amount }) => [label, amount])).toEqual([
    ["API usage", -2],
    ["API usage of Oct 31, recorded late", -3],
  ]);
  expect(netOf(mixed)).toBe(-5);
});

it("names days", () => {
  const now = Date.parse("2026-11-20T23:30:00Z");
  expect(dayName("2026-11-20", now)).toBe("Today");
  expect(dayName("2026-11-19", now)).toBe("Thu");
  expect(shownDays([day(), day({ date: "2026-11-08" })])).toBe("Showing Nov 8 – Nov 20, 2026, days in UTC");
  expect(shownDays([day()])).toBe("Showing Nov 20, 2026, days in UTC");
});

it("shows only what was added, or only usage", () => {
  const late = item({ id: "tr_2", kind: "usage", amount: -3, usage_day: "2026-10-31" });
  const mixed = day({ usage: -2, late: -3, added: 25, transactions: [item(), late] });
  const days = [mixed, day({ usage: -1 })];
  expect(daysShowing(days, "all")).toEqual(days);
  expect(daysShowing(days, "added").map((one) => [netOf(one), dayDescription(one)])).toEqual([
    [25, "Top-up"],
  ]);
  expect(daysShowing(days, "usage").map(netOf)).toEqual([-5, -1]);
});
