import { vi } from "vitest";

/** How many times slower than usual this machine is now, as `npm test` measured it; at least 1. */
const slowness = Math.max(1, Number(globalThis.process?.env.LATCHKEY_TEST_SLOWNESS ?? 1) || 1);

/**
 * Every wait of a test for something that happens. It only matters for failures: what waits for a condition ends as soon
 * as the condition holds, so the limit is far above what any machine takes.
 */
export const PATIENCE_MS = 120_000 * slowness;

/** Waits until `check` passes or returns something truthy, and gives that back. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval: 10 });

/** Waits until `condition` returns something truthy, and gives that back. */
export const until = <T>(condition: () => T | Promise<T>) =>
  vi.waitUntil(condition, { timeout: PATIENCE_MS, interval: 10 });
