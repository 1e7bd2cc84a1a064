import { onTestFinished, vi } from "vitest";

const AHEAD_MS = 30 * 60_000;

/**
 * Stops the wall clock of the test and of the objects, which share it; by default so far ahead that no alarm comes by
 * itself. @returns what sets it forward or back.
 */
export function stopClock(at = Date.now() + AHEAD_MS) {
  vi.useFakeTimers({ toFake: ["Date"], now: at });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return {
    move: (ms: number) => vi.setSystemTime(Date.now() + ms),
    set: (epochMs: number) => vi.setSystemTime(epochMs),
  };
}
