import fc from "fast-check";
import { expect, it } from "vitest";
import {
  dayDescription,
  dayName,
  listedParts,
  netOf,
  onlyTransaction,
  roundAmount,
  shownDays,
  statementSums,
} from "#app/features/billing/statement-view.ts";
import type { StatementDay, StatementPart } from "#core/contract/ledger.ts";

const part = (transaction: StatementPart["transaction"] = null): StatementPart => ({
  from: "2026-11-20T00:00:00Z",
  to: "2026-11-20T03:00:00Z",
  charges: transaction ? 0 : 1,
  amount: -1,
  balance_after: 5,
  transaction,
});
const topUp = { kind: "top_up" } as StatementPart["transaction"];
const day = (changes: Partial<StatementDay> = {}): StatementDay => ({
  date: "2026-11-20",
  usage: 0,
  added: 0,
  taken: 0,
  charges: 1,
  balance_after: 0,
  parts: [part()],
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
  const days = fc.array(fc.record({ usage: micros, added: micros, taken: micros }), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(micros, days, (opening, amounts) => {
      let balance = opening;
      const list = amounts.map(({ usage, added, taken }) => {
        balance += added - usage - taken;
        const dollars = { usage: -usage / 1e6, added: added / 1e6, taken: -taken / 1e6 };
        return day({ ...dollars, balance_after: balance / 1e6 });
      });
      const sums = statementSums(list.toReversed());
      expect(sums.opening).toBe(opening / 1e6);
      expect(sums.balance).toBe(balance / 1e6);
      const total = [sums.opening, sums.added, sums.taken, sums.usage].map((sum) => Math.round(sum * 1e6));
      expect(total.reduce((sum, each) => sum + each)).toBe(Math.round(sums.balance * 1e6));
    }),
  );
});

it("lists transactions always, and usage only in an opened day", () => {
  const mixed = day({ usage: -2, added: 25, charges: 2, parts: [part(), part(topUp), part()] });
  expect(listedParts(mixed, false)).toEqual([part(topUp)]);
  expect(listedParts(mixed, true)).toHaveLength(3);
  expect(dayDescription(mixed)).toBe("API usage, Top-up");
  expect(netOf(mixed)).toBe(23);
  expect(onlyTransaction(mixed)).toBeNull();
  expect(onlyTransaction(day({ charges: 0, parts: [part(topUp)] }))).toBe(topUp);
});

it("names days", () => {
  const now = Date.parse("2026-11-20T23:30:00Z");
  expect(dayName("2026-11-20", now, "UTC")).toBe("Today");
  expect(dayName("2026-11-20", now, "Europe/Berlin")).toBe("Fri");
  expect(shownDays([day(), day({ date: "2026-11-08" })], "GMT+1")).toBe(
    "Showing Nov 8 – Nov 20, 2026, days in GMT+1",
  );
  expect(shownDays([day()], "UTC")).toBe("Showing Nov 20, 2026, days in UTC");
});
