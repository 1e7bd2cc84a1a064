import { onTestFinished, vi } from "vitest";

/** Stops the wall clock of the test and of the objects, which share it. @returns what sets it forward or back. */
export function stopClock(at = Date.now()) {
  vi.useFakeTimers({ toFake: ["Date"], now: at });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return {
    move: (ms: number) => vi.setSystemTime(Date.now() + ms),
    set: (epochMs: number) => vi.setSystemTime(epochMs),
  };
}
