import { vi } from "vitest";
import { limitMs } from "#scripts/testing/slowness.ts";

/**
 * Every wait of a test for something that happens. It only matters for failures: what waits for a condition ends as soon
 * as the condition holds, so the limit is far above what any machine takes.
 */
export const PATIENCE_MS = limitMs(120_000);

/** Waits until `check` passes, and gives back what it returns. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval: 10 });

/** Waits until `condition` returns something truthy, and gives that back. */
export const until = <T>(condition: () => T | Promise<T>) =>
  vi.waitUntil(condition, { timeout: PATIENCE_MS, interval: 10 });
