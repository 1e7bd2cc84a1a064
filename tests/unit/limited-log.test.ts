import fc from "fast-check";
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { LimitedLog } from "#worker/limited-log.ts";

const MINUTE_MS = 60_000;

let lines: { at: number; reports: number; objects: number; account: number }[];
let warn: MockInstance;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  lines = [];
  warn = vi.spyOn(console, "warn").mockImplementation((line: string) => {
    lines.push({ ...JSON.parse(line), at: Date.now() });
  });
});
afterEach(() => {
  vi.useRealTimers();
  warn.mockRestore();
});

const startLog = () => new LimitedLog({ event: "meter_flush_delayed", level: "warn", worker: "gateway" });

it("logs the first report immediately, and the others of the minute in one line with their counts", () => {
  const log = startLog();
  log.report("a", { account: 1 });
  expect(lines).toEqual([
    expect.objectContaining({
      event: "meter_flush_delayed",
      worker: "gateway",
      account: 1,
      reports: 1,
      objects: 1,
    }),
  ]);
  for (const [object, account] of [
    ["a", 1],
    ["b", 2],
    ["b", 2],
    ["c", 3],
  ] as const)
    log.report(object, { account });
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(lines.slice(1)).toEqual([expect.objectContaining({ account: 3, reports: 4, objects: 3 })]);
  vi.advanceTimersByTime(10 * MINUTE_MS);
  expect(lines).toHaveLength(2);
});

it("loses no report whose timer the platform ended: the next line has it", () => {
  const log = startLog();
  log.report("a", { account: 1 });
  log.report("b", { account: 2 });
  vi.clearAllTimers();
  vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
  log.report("c", { account: 3 });
  expect(lines.slice(1)).toEqual([expect.objectContaining({ account: 3, reports: 2, objects: 2 })]);
  log.report("d", { account: 4 });
  vi.advanceTimersByTime(MINUTE_MS);
  expect(lines.slice(2)).toEqual([expect.objectContaining({ account: 4, reports: 1 })]);
});

it("logs no second line in a minute when a timer that no other request can clear fires late", () => {
  vi.stubGlobal("clearTimeout", () => {});
  const log = startLog();
  log.report("a", { account: 1 });
  log.report("b", { account: 2 });
  vi.advanceTimersByTime(MINUTE_MS / 2);
  // The timer is late by half a minute.
  vi.setSystemTime(Date.now() + MINUTE_MS / 2);
  log.report("c", { account: 3 });
  log.report("d", { account: 4 });
  expect(lines.map(({ reports }) => reports)).toEqual([1, 2]);
  vi.advanceTimersByTime(MINUTE_MS / 2);
  expect(lines).toHaveLength(2);
  vi.advanceTimersByTime(MINUTE_MS / 2);
  expect(lines.slice(2)).toEqual([expect.objectContaining({ account: 4, reports: 1 })]);
  vi.unstubAllGlobals();
});

it("whatever the reports, logs at most one line a minute and counts every report exactly once", () => {
  const pauses = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3 * MINUTE_MS })), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(pauses, (steps) => {
      lines = [];
      const log = startLog();
      for (const [index, pause] of steps.entries()) {
        vi.advanceTimersByTime(pause);
        log.report(`object ${index % 5}`, { account: index });
      }
      vi.advanceTimersByTime(MINUTE_MS);
      expect(lines.reduce((sum, { reports }) => sum + reports, 0)).toBe(steps.length);
      for (const [index, { at }] of lines.slice(1).entries())
        expect(at - (lines[index]?.at ?? 0)).toBeGreaterThanOrEqual(MINUTE_MS);
    }),
  );
});
