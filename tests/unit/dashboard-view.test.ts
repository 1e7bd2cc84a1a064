import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { monotonePath } from "#app/components/charts/monotone-path.ts";
import { onboardingOf, stepStates } from "#app/features/dashboard/onboarding.ts";
import { firstSuccess } from "#app/lib/first-success.ts";
import { apiKey } from "#tests/support/api-key.ts";

describe("the steps to the first request", () => {
  it("start with the balance", () => {
    expect(onboardingOf(0, [])).toEqual({ funded: false, hasKey: false });
    expect(onboardingOf(-1, [])).toEqual({ funded: false, hasKey: false });
  });

  it("count only a key that can be used", () => {
    expect(onboardingOf(25, [apiKey({ status: "revoked" })])).toEqual({ funded: true, hasKey: false });
    expect(onboardingOf(25, [apiKey({})])).toEqual({ funded: true, hasKey: true });
  });

  it("are finished after the first success, which a previously used key stands for in a quiet time", () => {
    const used = apiKey({ status: "revoked", last_used: "2026-11-01T00:00:00.000Z" });
    const figures = (total_requests: number, error_rate: number) => ({ total_requests, error_rate });
    expect(firstSuccess(figures(0, 0), [apiKey({})])).toBe("not made");
    expect(firstSuccess(figures(0, 0), [apiKey({}), used])).toBe("made");
    expect(firstSuccess(figures(3, 66.7), undefined)).toBe("made");
    expect(firstSuccess(figures(0, 0), undefined)).toBeUndefined();
  });

  it("are not finished after failures, when only the log can show progress", () => {
    const used = apiKey({ last_used: "2026-11-01T00:00:00.000Z" });
    const failed = { total_requests: 2, error_rate: 100 };
    expect(firstSuccess(failed, [apiKey({})])).toBe("not made");
    expect(firstSuccess(failed, [used])).toBe("unclear");
    expect(firstSuccess(failed, undefined)).toBeUndefined();
  });

  it("are completed one after another: the first that is not done is the current one", () => {
    expect(stepStates([true, true, false, false])).toEqual(["done", "done", "current", "later"]);
    expect(stepStates([false, true, false, false])).toEqual(["current", "done", "later", "later"]);
    expect(stepStates([true, true, true, false])).toEqual(["done", "done", "done", "current"]);
  });
});

describe("a smooth line", () => {
  /** The y of all control points of each segment; a Bézier curve stays within them. */
  const heights = (path: string) =>
    path
      .slice(1)
      .split("C")
      .map((segment) => (segment.match(/-?[\d.]+/g) ?? []).map(Number).filter((_, index) => index % 2 === 1));

  it("goes through every point", () => {
    const path = monotonePath([
      { x: 0, y: 4 },
      { x: 10, y: 1 },
      { x: 20, y: 9 },
    ]);
    expect(heights(path).map((ys) => ys.at(-1))).toEqual([4, 1, 9]);
  });

  it("never rises above or falls below the points it joins", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 2, maxLength: 30 }), (ys) => {
        const segments = heights(monotonePath(ys.map((y, x) => ({ x: x * 3, y }))));
        for (let index = 1; index < ys.length; index++) {
          const ends = [ys[index - 1] ?? 0, ys[index] ?? 0];
          for (const y of segments[index] ?? []) {
            expect(y).toBeGreaterThanOrEqual(Math.min(...ends) - 0.1);
            expect(y).toBeLessThanOrEqual(Math.max(...ends) + 0.1);
          }
        }
      }),
    );
  });
});
