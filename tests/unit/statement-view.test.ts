import fc from "fast-check";
import { expect, it } from "vitest";
import {
  dayDescription,
  dayName,
  linesOf,
  netOf,
  onlyTransaction,
  roundAmount,
  shownDays,
  statementSums,
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
  [-0.000412, "−<$0.01"],
  [-0.0099, "−<$0.01"],
  [0, "$0.00"],
])("shows %d dollars as %s", (amount, text) => expect(roundAmount(amount)).toBe(text));

it("adds up: the opening balance, what was added and taken, and the usage are the balance", () => {
  const micros = fc.integer({ min: 0, max: 2_000_000_000 });
  const amounts = fc.record({ usage: micros, late: micros, added: micros, taken: micros });
  const days = fc.array(amounts, { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(micros, days, (opening, oldestFirst) => {
      let balance = opening;
      const list = oldestFirst.map(({ usage, late, added, taken }) => {
        balance += added - usage - late - taken;
        const spent = { usage: -usage / 1e6, late: -late / 1e6 };
        return day({ ...spent, added: added / 1e6, taken: -taken / 1e6, balance_after: balance / 1e6 });
      });
      const sums = statementSums(list.toReversed());
      expect(sums.opening).toBe(opening / 1e6);
      expect(sums.balance).toBe(balance / 1e6);
      const total = [sums.opening, sums.added, sums.taken, sums.usage].map((sum) => Math.round(sum * 1e6));
      expect(total.reduce((sum, each) => sum + each)).toBe(Math.round(sums.balance * 1e6));
    }),
  );
});

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
