import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

/** In workerd `console.error` does not read back as the spy, so the spy itself is kept. */
let spy: MockInstance<typeof console.error>;

/** As a setup file: an unexpected `console.error` fails the test. */
beforeEach(() => {
  spy = vi.spyOn(console, "error");
});
afterEach(() => {
  const calls = [...spy.mock.calls];
  spy.mockRestore();
  expect(calls, "unexpected console.error").toEqual([]);
});

/**
 * For a test that provokes errors: keeps `console.error` quiet.
 * @returns a function that hands over the lines logged so far; what is not taken fails the test.
 */
export function expectErrors(): () => string[] {
  spy.mockImplementation(() => undefined);
  return () => {
    const lines = spy.mock.calls.map((parts) => parts.map(String).join(" "));
    spy.mockClear();
    return lines;
  };
}
