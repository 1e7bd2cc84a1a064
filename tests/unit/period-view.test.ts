import { expect, it } from "vitest";
import {
  closingText,
  monthsBeside,
  periodChoices,
  requestsOfDays,
  spanText,
} from "#app/features/billing/period-view.ts";
import { billingAddress } from "#app/features/billing/queries.ts";
import type { StatementSummary } from "#core/contract/statement.ts";
import { utcMonthOf } from "#core/domain/months.ts";
import { statementFileName } from "#core/domain/statement-file.ts";

const NOW = Date.parse("2026-11-28T10:00:00Z");
const MONTHS = [
  { month: "2026-11", usage: -91.85, from: "2026-11-01" },
  { month: "2026-09", usage: -12.37, from: "2026-09-27" },
];

it("lists the months with transactions, the current and the shown one, and all time", () => {
  const rows = (...[period, months]: [Parameters<typeof periodChoices>[0], typeof MONTHS]) =>
    periodChoices(period, months, NOW).map(({ value, note, spent }) => [value, note, spent]);
  expect(rows("2026-11", MONTHS)).toEqual([
    ["2026-11", "so far", "$91.85"],
    ["2026-09", "from Sep 27", "$12.37"],
    ["all", "", "$104.22"],
  ]);
  expect(rows("2026-08", []).map(([value]) => value)).toEqual(["2026-11", "2026-08", "all"]);
});

it("goes from month to month, between the first with transactions and the current one", () => {
  const beside = (period: Parameters<typeof monthsBeside>[0]) => monthsBeside(period, MONTHS, NOW);
  expect(beside("2026-11")).toEqual({ previous: "2026-10", next: null });
  expect(beside("2026-10")).toEqual({ previous: "2026-09", next: "2026-11" });
  expect(beside("2026-09")).toEqual({ previous: null, next: "2026-10" });
  expect(beside("all")).toEqual({ previous: null, next: null });
});

it("falls back to the current month for one that the address can't mean", () => {
  const read = (month: string) => billingAddress.read(new URLSearchParams({ month })).period;
  expect(["2026-13", "November", "2089-01", utcMonthOf(Date.now())].map(read)).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(["2025-02", "all"].map(read)).toEqual(["2025-02", "all"]);
});

it.each([
  ["2026-11-01", "2026-11-27", "November 1 – 27, 2026"],
  ["2026-09-27", "2026-11-27", "September 27 – November 27, 2026"],
  ["2025-12-31", "2026-11-27", "December 31, 2025 – November 27, 2026"],
  ["2026-11-01", "2026-11-01", "November 1, 2026"],
])("writes the days from %s to %s", (from, to, text) => expect(spanText({ from, to })).toBe(text));

it("says what the last sum is, and how long it may change", () => {
  const october = { month: "2026-10", to: "2026-10-31", ended: true } as StatementSummary;
  const november = { month: "2026-11", to: "2026-11-28", ended: false } as StatementSummary;
  expect(closingText(november, NOW)).toEqual({ label: "Balance now", note: "Month ends in 3 days (UTC)" });
  expect(closingText(november, Date.parse("2026-11-30T22:00:00Z")).note).toBe("Month ends today (UTC)");
  expect(closingText(october, NOW)).toEqual({ label: "Closing balance, Oct 31", note: "" });
  expect(closingText(october, Date.parse("2026-11-03T23:59:00Z")).note).toBe(
    "Usage may still be added until Nov 4 (UTC)",
  );
});

it("names a file by its days", () => {
  expect(statementFileName("2026-10", NOW)).toBe("latchkey-statement-2026-10-01-to-2026-10-31.csv");
  expect(statementFileName("2026-11", NOW)).toBe("latchkey-statement-2026-11-01-to-2026-11-28.csv");
  expect(statementFileName(undefined, NOW)).toBe("latchkey-statement-to-2026-11-28.csv");
});

it("leads to the requests of days, not beyond now, and of at most a year", () => {
  const range = (first: string, last: string) => {
    const { searchParams } = new URL(requestsOfDays(first, last, NOW), "http://x.test");
    return [searchParams.get("from"), searchParams.get("to")];
  };
  expect(range("2026-11-27", "2026-11-27")).toEqual(["2026-11-27T00:00:00.000Z", "2026-11-28T00:00:00.000Z"]);
  expect(range("2026-11-01", "2026-11-28")).toEqual(["2026-11-01T00:00:00.000Z", "2026-11-28T10:00:00.000Z"]);
  expect(range("2020-01-01", "2026-10-31")[0]).toBe("2025-10-31T00:00:00.000Z");
});
