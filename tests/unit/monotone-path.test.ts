import fc from "fast-check";
import { expect, it } from "vitest";
import { monotoneArea, monotonePath, type Point } from "#app/components/charts/monotone-path.ts";

const pair = (text: string) => text.trim().split(" ").map(Number);

/** The points of each run, and the control points of its curves. */
function readPath(path: string) {
  return path
    .split("M")
    .filter(Boolean)
    .map((run) => {
      const [start = "", ...curves] = run.split(/h0|C/).filter(Boolean);
      const numbers = curves.map(pair);
      return {
        points: [pair(start), ...numbers.map((curve) => curve.slice(4))],
        controls: numbers.map(([, leave, , arrive]) => [leave, arrive]),
      };
    });
}

const values = fc.array(fc.option(fc.integer({ min: 0, max: 100 })), { maxLength: 40 });
const placed = (series: readonly (number | null)[]): (Point | null)[] =>
  series.map((value, x) => (value === null ? null : { x, y: value }));

it("has every known value once, in order, and breaks at each gap", () => {
  fc.assert(
    fc.property(values, (series) => {
      const runs = series.map((value, x) => (value === null ? " " : `(${x},${value})`)).join("");
      const drawn = readPath(monotonePath(placed(series))).map(({ points }) =>
        points.map((point) => `(${point})`).join(""),
      );
      expect(drawn).toEqual(runs.split(" ").filter(Boolean));
    }),
  );
});

it("never goes above or below the two points of a segment", () => {
  fc.assert(
    fc.property(values, (series) => {
      for (const { points, controls } of readPath(monotonePath(placed(series)))) {
        controls.forEach((control, index) => {
          const ends = [points[index]?.[1] ?? Number.NaN, points[index + 1]?.[1] ?? Number.NaN];
          for (const y of control) {
            expect(y).toBeGreaterThanOrEqual(Math.min(...ends));
            expect(y).toBeLessThanOrEqual(Math.max(...ends));
          }
        });
      }
    }),
  );
});

it("closes the area of each run of two or more points at the base", () => {
  fc.assert(
    fc.property(values, (series) => {
      const runs = readPath(monotonePath(placed(series))).map(({ points }) => points.map(([x = 0]) => x));
      const closed = runs
        .filter((xs) => xs.length > 1)
        .map((xs) => `L${xs.at(-1)?.toFixed(1)} 200.0L${xs[0]?.toFixed(1)} 200.0Z`);
      expect(monotoneArea(placed(series), 200).match(/L[^LZ]*L[^LZ]*Z/g) ?? []).toEqual(closed);
    }),
  );
});
