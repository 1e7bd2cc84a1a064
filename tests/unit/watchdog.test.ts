import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TimedOut, Watchdog } from "#worker/gateway/watchdog.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<string>(() => {});
const after = (ms: number) =>
  new Promise<string>((resolve) => {
    setTimeout(resolve, ms, "done");
  });
/** How a wait ended, or that it goes on. */
function watched(wait: Promise<string>): { end: string } {
  const seen = { end: "waiting" };
  wait.then(
    (value) => {
      seen.end = value;
    },
    (error: unknown) => {
      seen.end = error instanceof TimedOut ? "timed out" : String(error);
    },
  );
  return seen;
}

it("hands over the result of work that is in time, and its failure", async () => {
  const watchdog = new Watchdog();
  expect(await watchdog.within(1_000, Promise.resolve("done"))).toBe("done");
  await expect(watchdog.within(1_000, Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});

it.each([20, 999, 1_000, 4_500, 300_000])("ends a wait of %d ms, and not before", async (ms) => {
  const wait = watched(new Watchdog().within(ms, never()));
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(wait.end).toBe("waiting");
  await vi.advanceTimersByTimeAsync(2);
  expect(wait.end).toBe("timed out");
});

it("gives each of several waits its own limit, whatever their order", async () => {
  const watchdog = new Watchdog();
  const waits = [5_000, 300, 2_000].map((ms) => watched(watchdog.within(ms, never())));
  const work = watched(watchdog.within(2_000, after(1_500)));
  await vi.advanceTimersByTimeAsync(301);
  expect(waits.map(({ end }) => end)).toEqual(["waiting", "timed out", "waiting"]);
  await vi.advanceTimersByTimeAsync(1_700);
  expect(waits.map(({ end }) => end)).toEqual(["waiting", "timed out", "timed out"]);
  expect(work.end).toBe("done");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(waits.map(({ end }) => end)).toEqual(["timed out", "timed out", "timed out"]);
});

it("can be told to wait no longer than a moment more", async () => {
  const watchdog = new Watchdog();
  const waits = [100, 60_000].map((ms) => watched(watchdog.within(ms, never())));
  watchdog.shorten(500);
  await vi.advanceTimersByTimeAsync(101);
  expect(waits.map(({ end }) => end)).toEqual(["timed out", "waiting"]);
  await vi.advanceTimersByTimeAsync(400);
  expect(waits.map(({ end }) => end)).toEqual(["timed out", "timed out"]);
});

it("does not take a step of the clock for time that has passed", async () => {
  const wait = watched(new Watchdog().within(60_000, never()));
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(wait.end).toBe("waiting");
});

it("calls back once when a request has waited for a second, and never for a quick one", async () => {
  const onFirstTick = vi.fn();
  const watchdog = new Watchdog(onFirstTick);
  const wait = watched(watchdog.within(60_000, after(5_000)));
  await vi.advanceTimersByTimeAsync(999);
  expect(onFirstTick).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([onFirstTick.mock.calls.length, wait.end]).toEqual([1, "done"]);
});

it("sets one timer for all waits of a request, and none once they are over", async () => {
  const watchdog = new Watchdog();
  for (let i = 0; i < 50; i += 1) await watchdog.within(60_000, Promise.resolve());
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vi.getTimerCount()).toBe(0);
});
