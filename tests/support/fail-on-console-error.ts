import { afterEach, beforeEach, expect, vi } from "vitest";

/** An unexpected `console.error` is a bug: a test that provokes one asserts on the spy and clears it. */
beforeEach(() => {
  vi.spyOn(console, "error");
});
afterEach(() => {
  const spy = vi.mocked(console.error);
  const calls = [...spy.mock.calls];
  spy.mockRestore();
  expect(calls, "unexpected console.error").toEqual([]);
});
