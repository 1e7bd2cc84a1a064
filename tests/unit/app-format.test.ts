import { describe, expect, test } from "vitest";
import {
  formatCompact,
  formatCost,
  formatCount,
  formatDate,
  formatDollars,
  formatExactDollars,
  formatMilliseconds,
  formatMinute,
  formatMoment,
  formatMoney,
  formatNumber,
  formatPercent,
  formatRelative,
  formatSum,
  formatTime,
} from "#app/lib/format.ts";

const NOON = Date.UTC(2026, 10, 20, 12, 0, 0);
const ago = (ms: number) => new Date(NOON - ms).toISOString();

describe("numbers", () => {
  test.each([
    [12.3, "$12.30"],
    [0, "$0.00"],
    [-4.5, "-$4.50"],
    [1234567.891, "$1,234,567.89"],
  ])("dollars %d are shown as %s", (amount, text) => expect(formatDollars(amount)).toBe(text));

  test("an amount carries the sign of its currency", () => {
    expect(formatMoney(100, "INR")).toBe("₹100.00");
    expect(formatMoney(25, "USD")).toBe("$25.00");
    expect(formatMoney(null, "INR")).toBe("—");
  });

  test.each([
    [0.000412, "$0.000412"],
    [1.25, "$1.250000"],
    [0, "$0.00"],
  ])("a request that cost %d dollars is shown as %s", (amount, text) =>
    expect(formatCost(amount)).toBe(text),
  );

  test.each([
    [3.521234, "$3.52"],
    [0, "$0.00"],
    [0.000412, "<$0.01"],
    [-0.000412, "<$0.01"],
    [-61.839, "−$61.84"],
    [-0, "$0.00"],
    [0.01, "$0.01"],
    [null, "—"],
  ])("a spend of %d is shown as %s", (amount, text) => expect(formatSum(amount)).toBe(text));

  test.each([
    [812, "812"],
    [4_512, "4.5k"],
    [9_960, "10k"],
    [582_014, "582k"],
    [999_600, "1.00M"],
    [3_111_000, "3.11M"],
    [62_700_000, "62.7M"],
    [999_600_000, "1.00B"],
    [null, "—"],
  ])("a count of %d is shortened to %s", (count, text) => expect(formatCompact(count)).toBe(text));

  test.each([
    [12.3, "$12.30"],
    [0.000412, "$0.000412"],
    [-0.5, "-$0.50"],
    [6.74887, "$6.748870"],
    [0.29, "$0.29"],
    [1234.567891, "$1,234.567891"],
    [null, "—"],
  ])("exact dollars %d are shown as %s", (amount, text) => expect(formatExactDollars(amount)).toBe(text));

  test.each([
    [6482, "6,482"],
    [0, "0"],
  ])("the count %d is shown as %s", (count, text) => expect(formatNumber(count)).toBe(text));

  test.each([
    [0, "0 requests"],
    [1, "1 request"],
    [6482, "6,482 requests"],
  ])("%d requests are shown as %s", (count, text) => expect(formatCount(count, "request")).toBe(text));

  test.each([
    [190.6, "191 ms"],
    [0, "0 ms"],
    [999.4, "999 ms"],
    [999.5, "1.00 s"],
    [1240, "1.24 s"],
  ])("%d milliseconds are shown as %s", (duration, text) => expect(formatMilliseconds(duration)).toBe(text));

  test("percentages have two decimals unless specified otherwise", () => {
    expect(formatPercent(0.7412)).toBe("0.74%");
    expect(formatPercent(65.08, 1)).toBe("65.1%");
  });
});

describe("dates", () => {
  test("are written in the given zone", () => {
    const nearMidnight = "2026-11-20T23:30:00.000Z";
    expect(formatDate(nearMidnight, "UTC")).toBe("Nov 20, 2026");
    expect(formatDate(nearMidnight, "Asia/Tokyo")).toBe("Nov 21, 2026");
  });

  test("times have 24 hours, and midnight is 00", () => {
    expect(formatTime("2026-11-20T14:05:00.000Z", "UTC")).toBe("14:05");
    expect(formatTime("2026-11-20T00:00:00.000Z", "UTC")).toBe("00:00");
    expect(formatMinute("2026-11-20T14:05:31.000Z", "UTC")).toBe("Nov 20, 2026, 14:05");
  });

  test.each([
    ["2026-11-20T10:05:31.999Z", "10:05:31"],
    ["2026-11-19T23:59:59.000Z", "Nov 19, 23:59:59"],
    ["2025-11-20T00:00:00.000Z", "Nov 20, 2025, 00:00:00"],
    ["soon", "—"],
  ])("the moment %s is shown as %s", (instant, text) =>
    expect(formatMoment(instant, NOON, "UTC")).toBe(text),
  );

  test("today is the reader's day", () => {
    expect(formatMoment("2026-11-19T23:30:00.000Z", NOON, "Europe/Lisbon")).toBe("Nov 19, 23:30:00");
    expect(formatMoment("2026-11-19T23:30:00.000Z", NOON, "Europe/Paris")).toBe("00:30:00");
  });

  test.each([
    [0, "Just now"],
    [59_999, "Just now"],
    [60_000, "1 minute ago"],
    [120_000, "2 minutes ago"],
    [3_599_999, "59 minutes ago"],
    [3_600_000, "1 hour ago"],
    [86_399_999, "23 hours ago"],
    [86_400_000, "Nov 19, 2026"],
    [-5_000, "Just now"],
  ])("%d ms ago is shown as %s", (age, text) => expect(formatRelative(ago(age), NOON, "UTC")).toBe(text));
});

test.each([
  ["dollars", formatDollars],
  ["numbers", formatNumber],
  ["milliseconds", formatMilliseconds],
  ["percentages", formatPercent],
  ["dates", formatDate],
  ["times", formatTime],
  ["ages", formatRelative],
  ["costs", formatCost],
  ["moments", formatMoment],
])("unknown %s are a dash, never 0", (_what, format) => {
  expect(format(null)).toBe("—");
  expect(format(undefined)).toBe("—");
  expect(format(Number.NaN)).toBe("—");
});

test("an invalid date is a dash, not a crash", () => {
  expect(formatDate("soon")).toBe("—");
  expect(formatRelative("soon")).toBe("—");
});
