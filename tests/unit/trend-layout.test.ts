import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TrendPoint } from "#app/components/charts/trend.ts";
import { runsOf, trendLayout } from "#app/components/charts/trend-layout.ts";

const SIZE = { width: 340, height: 210 };
const pointsOf = (values: (number | null)[]): TrendPoint[] =>
  values.map((value, at) => ({ key: String(at), value, label: "", partial: false }));
const layoutOf = (values: (number | null)[], kind: "area" | "bars", highest = 100) =>
  trendLayout(
    { points: pointsOf(values), kind, axisValues: [0, highest / 2, highest], formatAxisValue: String },
    SIZE,
  );

describe("the chart's layout", () => {
  it("spans an area from edge to edge, and the axis from zero to its highest value", () => {
    const { x, y, left, right, bottom, margin } = layoutOf([1, 2, 3], "area");
    expect([x(0), x(2)]).toEqual([left, right]);
    expect([y(0), y(100)]).toEqual([bottom, margin.top]);
    expect(y(50)).toBe((bottom + margin.top) / 2);
  });

  it("keeps bars apart and inside the plot, however many there are", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (count) => {
        const { x, barWidth, left, right } = layoutOf(Array(count).fill(1), "bars");
        expect(x(0) - barWidth / 2).toBeGreaterThanOrEqual(left);
        expect(x(count - 1) + barWidth / 2).toBeLessThanOrEqual(right);
        if (count > 1) expect(x(1) - x(0)).toBeGreaterThan(barWidth);
      }),
    );
  });

  it("makes room for long labels beside the axis", () => {
    expect(layoutOf([1], "area", 100_000_000).left).toBeGreaterThan(layoutOf([1], "area").left);
  });

  it("has a place for a series without a value, or of one point", () => {
    for (const values of [[], [0], [null]]) {
      const { x, y } = layoutOf(values, "area", 0);
      expect([x(0), y(0)].every(Number.isFinite)).toBe(true);
    }
  });
});

describe("the runs of a curve", () => {
  it("hold every known value once, in order, and break at each gap", () => {
    const value = fc.option(fc.integer({ min: 0, max: 100 }));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 40 }), (values) => {
        const layout = layoutOf(values, "area");
        const expected = values
          .map((known) => (known === null ? " " : `${layout.y(known)},`))
          .join("")
          .split(" ")
          .filter(Boolean);
        const runs = runsOf(pointsOf(values), layout);
        expect(runs.map((run) => run.map(({ y }) => `${y},`).join(""))).toEqual(expected);
        expect(runs.flat().map(({ x }) => x)).toEqual(
          values.flatMap((known, at) => (known === null ? [] : [layout.x(at)])),
        );
      }),
    );
  });
});
