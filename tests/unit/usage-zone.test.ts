import { expect, it } from "vitest";
import { pointAt, seriesPoints } from "#core/domain/series-points.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import { stretches } from "#core/domain/zone.ts";

const at = (text: string) => Date.parse(text);

it("finds the exact quarter hour of a clock change, including a half-hour one", () => {
  const [before, after] = stretches("Australia/Lord_Howe", at("2026-04-03T00:00Z"), at("2026-04-06T00:00Z"));
  expect(before?.end).toBe(at("2026-04-04T15:00Z"));
  expect([before?.offset, after?.offset]).toEqual([11 * HOUR_MS, 10.5 * HOUR_MS]);
});

it("has no more than one stretch where the clocks do not change", () => {
  expect(stretches("Asia/Kathmandu", at("2026-01-01"), at("2026-12-31"))).toHaveLength(1);
});

it("gives a day of 23 and a day of 25 hours one point each", () => {
  const points = seriesPoints("Europe/Lisbon", at("2026-03-28T12:00Z"), at("2026-03-31T12:00Z"), "day");
  expect(points.map(({ date }) => date)).toEqual(["2026-03-28", "2026-03-29", "2026-03-30", "2026-03-31"]);
  const lengths = points.slice(1).map(({ start }, i) => start - (points[i]?.start ?? 0));
  expect(lengths).toEqual([DAY_MS, 23 * HOUR_MS, DAY_MS]);
  const autumn = seriesPoints("Europe/Lisbon", at("2026-10-25T00:00Z"), at("2026-10-26T06:00Z"), "day");
  expect((autumn[1]?.start ?? 0) - (autumn[0]?.start ?? 0)).toBe(25 * HOUR_MS);
});

it("distinguishes the repeated hour of autumn by its offset", () => {
  const points = seriesPoints("Europe/Lisbon", at("2026-10-24T23:30Z"), at("2026-10-25T02:30Z"), "hour");
  expect(points.map(({ date }) => date)).toEqual([
    "2026-10-25T00:00:00+01:00",
    "2026-10-25T01:00:00+01:00",
    "2026-10-25T01:00:00+00:00",
    "2026-10-25T02:00:00+00:00",
  ]);
});

it("finds the point of an instant, and the first one for anything before it", () => {
  const points = [0, 10, 20].map((start) => ({ start, date: String(start) }));
  expect([-5, 0, 9, 10, 19, 20, 99].map((instant) => pointAt(points, instant))).toEqual([
    0, 0, 0, 1, 1, 2, 2,
  ]);
});
