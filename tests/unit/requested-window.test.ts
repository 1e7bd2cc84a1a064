import { expect, it } from "vitest";
import { addMonths, monthStart } from "#core/domain/months.ts";
import { requestedWindow } from "#core/domain/requested-window.ts";
import { DAY_MS, isoTime } from "#core/domain/time.ts";

const NOW = Date.parse("2026-03-20T12:00:00.000Z");
const custom = (from: string, to: string) => ({ range: "custom" as const, from, to, tz: "UTC" });

it("begins a month at midnight on the reader's clocks", () => {
  expect(isoTime(monthStart("2026-11", "Europe/Lisbon"))).toBe("2026-11-01T00:00:00.000Z");
  expect(isoTime(monthStart("2026-06", "Europe/Lisbon"))).toBe("2026-05-31T23:00:00.000Z");
  expect(isoTime(monthStart("2026-06", "Asia/Kathmandu"))).toBe("2026-05-31T18:15:00.000Z");
  expect(isoTime(monthStart("2026-06", "America/New_York"))).toBe("2026-06-01T04:00:00.000Z");
});

it("counts months across years", () => {
  expect([addMonths("2026-01", -1), addMonths("2026-12", 1), addMonths("2026-05", 0)]).toEqual([
    "2025-12",
    "2027-01",
    "2026-05",
  ]);
});

it("compares the current month, up to now, with the whole month before", () => {
  const window = requestedWindow({ range: "2026-03", tz: "UTC" }, NOW);
  expect([window.from, window.to, window.previousFrom].map(isoTime)).toEqual([
    "2026-03-01T00:00:00.000Z",
    "2026-03-20T12:00:00.000Z",
    "2026-02-01T00:00:00.000Z",
  ]);
  expect(window.until).toBe(NOW + 1);
});

it("leaves the end of a window in the past out, and includes the present", () => {
  expect(requestedWindow(custom("2026-03-01T00:00:00Z", "2026-03-03T00:00:00Z"), NOW)).toMatchObject({
    until: Date.parse("2026-03-03T00:00:00Z"),
    previousFrom: Date.parse("2026-02-27T00:00:00Z"),
    unit: "hour",
  });
  const open = requestedWindow(custom("2026-03-18T00:00:00Z", "2026-12-01T00:00:00Z"), NOW);
  expect(open).toMatchObject({ to: NOW, until: NOW + 1, unit: "day" });
  expect(open.from - open.previousFrom).toBe(2.5 * DAY_MS);
});

it.each([
  [{ range: "2026-04" as const, tz: "UTC" }, "range"],
  [custom("2026-03-20T12:00:00Z", "2026-03-21T00:00:00Z"), "from"],
])("refuses a window in the future: %j", (query, field) => {
  expect(() => requestedWindow(query, NOW)).toThrow(expect.objectContaining({ details: { field } }));
});
