import fc from "fast-check";
import { expect, it } from "vitest";
import { analyticsWindow, cover, PREVIOUS } from "#core/domain/analytics-window.ts";
import { RANGES, type Range } from "#core/domain/ranges.ts";
import { requestedWindow } from "#core/domain/requested-window.ts";
import { HOUR_MS } from "#core/domain/time.ts";

const zone = fc.constantFrom(
  "UTC",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "America/St_Johns",
  "Australia/Lord_Howe",
);
const windowAt = (range: Range, tz: string, now: number) =>
  analyticsWindow(requestedWindow({ range, tz }, now));
const hoursOf = (day: number) => Array.from({ length: 24 }, (_, hour) => day * 24 + hour);
const now = fc.integer({ min: Date.parse("2025-09-01"), max: Date.parse("2026-12-31") });

it.each([
  ["24h", 86_400_000],
  ["7d", 604_800_000],
  ["30d", 2_592_000_000],
] as const)("starts a range of %s %i ms before now", (range, length) => {
  const at = Date.parse("2026-05-28T18:37:12.345Z");
  expect(at - windowAt(range, "UTC", at).current.from).toBe(length);
});

it("covers every whole hour once, with days where possible", () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(2000), (first, length) => {
      const { hours, days } = cover(first, first + length);
      const covered = [
        ...hours,
        ...days.flatMap((day) => Array.from({ length: 24 }, (_, h) => day * 24 + h)),
      ];
      const all = Array.from({ length }, (_, i) => first + i);
      expect(covered.sort((a, b) => a - b)).toEqual(all);
      expect(hours.length).toBeLessThan(length < 48 ? 48 : 47);
    }),
  );
});

it("gives every hour of the roll-up to the points without a gap or an overlap", () => {
  fc.assert(
    fc.property(fc.constantFrom(...RANGES), zone, now, (range, tz, instant) => {
      const { current, shares, points } = windowAt(range, tz, instant);
      const cutHours = Map.groupBy(shares.cuts, ({ from }) => Math.floor(from / HOUR_MS));
      const own = shares.buckets.filter(({ point }) => point !== PREVIOUS);
      const given = own.flatMap(({ point, part, buckets }) =>
        (part === "day" ? buckets.flatMap(hoursOf) : buckets).map((hour) => ({ point, part, hour })),
      );
      const byHour = Map.groupBy(given, ({ hour }) => hour);
      for (let hour = current.first / HOUR_MS; hour < current.end / HOUR_MS; hour++) {
        const cuts = cutHours.get(hour) ?? [];
        const parts = (byHour.get(hour) ?? []).map(({ part }) => part).join("+");
        expect(["day", "hour", "early+late", cuts.length > 0 ? "" : "cut"]).toContain(parts);
        if (cuts.length === 0) continue;
        expect(parts).toBe("");
        expect(cuts.map(({ to }) => to).slice(0, -1)).toEqual(cuts.map(({ from }) => from).slice(1));
        expect([cuts[0]?.from, cuts.at(-1)?.to]).toEqual([hour * HOUR_MS, (hour + 1) * HOUR_MS]);
      }
      expect(given.every(({ point }) => point >= 0 && point < points.length)).toBe(true);
    }),
  );
});

it("reads whole UTC days for a reader in UTC", () => {
  const { shares } = windowAt("30d", "UTC", Date.parse("2026-05-28T18:37:12.345Z"));
  const days = shares.buckets.filter(({ part, point }) => part === "day" && point !== PREVIOUS);
  expect(days.map(({ buckets }) => buckets.length)).toEqual(Array.from({ length: 29 }, () => 1));
});

it("reads the hour in progress, and the whole one that starts at this very moment", () => {
  const [begins, last] = ["2026-05-28T18:00:00.000Z", "2026-05-28T18:59:59.999Z"].map(Date.parse);
  for (const instant of [begins, last]) {
    const { current } = windowAt("24h", "UTC", instant ?? 0);
    expect(current.end).toBe(Date.parse("2026-05-28T19:00:00.000Z"));
  }
});

it("compares with a window of the same length that ends where this one starts", () => {
  const { current, previous } = windowAt("7d", "UTC", Date.parse("2026-05-28T18:37:12.345Z"));
  expect(previous.until).toBe(current.from);
  expect(previous.until - previous.from).toBe(current.until - 1 - current.from);
  expect(previous.end).toBe(current.first);
});
