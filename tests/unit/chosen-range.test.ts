import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { captionOf, inRange, overRange, rangeLabel, windowCaption } from "#app/lib/analytics/range-text.ts";
import { linkRange, parseRange, rangeIn, withRange } from "#app/lib/chosen-range.ts";

const PARIS = "Europe/Paris";
const search = (text: string) => new URLSearchParams(text);
const custom = (from: string, to: string) => ({ range: "custom", from, to }) as const;
/** November 3 to 16 in Paris. */
const days = custom("2026-11-02T23:00:00.000Z", "2026-11-16T23:00:00.000Z");

describe("the range in the address", () => {
  it("is a rolling one, a month or a custom one, and nothing else", () => {
    expect(rangeIn(search("range=7d"))).toEqual({ range: "7d" });
    expect(rangeIn(search("range=2026-11"))).toEqual({ range: "2026-11" });
    expect(rangeIn(search(`range=custom&from=${days.from}&to=${days.to}`))).toEqual(days);
    const others = [
      "",
      "range=",
      "range=1y",
      "range=toString",
      "range=2026-13",
      "range=2026-1",
      "range=custom",
    ];
    for (const other of others) expect(rangeIn(search(other)), other).toBeNull();
    expect(rangeIn(search(`range=custom&from=${days.to}&to=${days.from}`))).toBeNull();
    expect(rangeIn(search("range=custom&from=soon&to=later"))).toBeNull();
  });

  it("replaces another one and leaves the other parameters alone", () => {
    const before = search(`a=1&range=custom&from=${days.from}&to=${days.to}`);
    expect(String(withRange(before, { range: "7d" }))).toBe("a=1&range=7d");
    expect(rangeIn(withRange(search("a=1&range=7d"), days))).toEqual(days);
  });
});

describe("the last chosen range", () => {
  let stored: string | null = null;
  beforeEach(() => vi.stubGlobal("localStorage", { getItem: () => stored }));
  afterEach(() => vi.unstubAllGlobals());

  it("stands in for one in the address", () => {
    stored = "range=2026-10";
    expect(parseRange(search("key=1"))).toEqual({ range: "2026-10" });
    expect(parseRange(search("range=30d"))).toEqual({ range: "30d" });
    stored = '{"access_token":"no range"}';
    expect(parseRange(search(""))).toEqual({ range: "24h" });
  });

  it("is left out of a link only if the linked page would show that range anyway", () => {
    stored = null;
    expect(String(linkRange({ range: "24h" }))).toBe("");
    expect(String(linkRange({ range: "7d" }))).toBe("range=7d");
    stored = "range=7d";
    expect(String(linkRange({ range: "24h" }))).toBe("range=24h");
  });
});

describe("a range in words", () => {
  it.each([
    [{ range: "7d" } as const, "Last 7 days"],
    [{ range: "2026-11" } as const, "November 2026"],
    [days, "Nov 3 – 16, 2026"],
    [custom("2026-10-27T23:00:00.000Z", "2026-11-03T23:00:00.000Z"), "Oct 28 – Nov 3, 2026"],
    [custom("2025-12-27T23:00:00.000Z", "2026-01-03T23:00:00.000Z"), "Dec 28, 2025 – Jan 3, 2026"],
    [custom("2026-11-02T23:00:00.000Z", "2026-11-03T23:00:00.000Z"), "Nov 3, 2026"],
    [
      custom("2026-11-03T08:30:00.000Z", "2026-11-04T17:00:00.000Z"),
      "Nov 3, 2026, 09:30 – Nov 4, 2026, 18:00",
    ],
    [custom("2026-11-03T08:30:00.000Z", "2026-11-03T17:00:00.000Z"), "Nov 3, 2026, 09:30 – 18:00"],
    // The day in October that has 25 hours.
    [custom("2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"), "Oct 25, 2026"],
  ])("%j is %s", (range, label) => expect(rangeLabel(range, PARIS)).toBe(label));

  it("fits into a sentence", () => {
    const month = { range: "2026-11", from: "2026-10-31T23:00:00.000Z", to: "2026-11-20T13:32:00.000Z" };
    expect(inRange({ ...month, range: "24h" }, PARIS)).toBe("in the last 24 hours");
    expect(inRange(month, PARIS)).toBe("in November 2026");
    expect(inRange(days, PARIS)).toBe("from Nov 3 to Nov 16, 2026");
    expect(inRange(custom("2026-11-02T23:00:00.000Z", "2026-11-03T23:00:00.000Z"), PARIS)).toBe(
      "on Nov 3, 2026",
    );
    expect(windowCaption(month, PARIS)).toBe("Nov 1 – 20, 2026");
    expect(captionOf("requests", { ...month, range: "7d" })).toBe("requests in the last 7 days");
    expect(captionOf("requests", month, PARIS)).toBe("requests, Nov 1 – 20, 2026");
    expect(windowCaption(days, PARIS)).toBe("Nov 3 – 16, 2026");
    expect(overRange(month, PARIS)).toBe("over November 2026");
    expect(overRange(days, PARIS)).toBe("over Nov 3 – 16, 2026");
  });
});
