export interface Point {
  x: number;
  y: number;
}

/** Slopes that keep each segment between its two ends (Fritsch and Carlson, 1980). */
function slopes(points: readonly Point[]): number[] {
  const segments = points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    return (to.y - from.y) / (to.x - from.x);
  });
  return points.map((_, index) => {
    const before = segments[index - 1];
    const after = segments[index];
    if (before === undefined || after === undefined) return before ?? after ?? 0;
    if (before * after <= 0) return 0;
    return (
      Math.sign(before) * Math.min(Math.abs(before + after) / 2, 3 * Math.abs(before), 3 * Math.abs(after))
    );
  });
}

const at = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** Null ends a run. */
function runsOf(points: readonly (Point | null)[]): Point[][] {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (point === null) runs.push([]);
    else runs.at(-1)?.push(point);
  }
  return runs;
}

function pathOf(points: readonly Point[]): string {
  const slope = slopes(points);
  return points
    .map((to, index) => {
      const from = points[index - 1];
      // The line of no length shows a lone point, if its caps are round.
      if (from === undefined) return `M${at(to.x, to.y)}h0`;
      const third = (to.x - from.x) / 3;
      const leave = at(from.x + third, from.y + third * (slope[index - 1] ?? 0));
      const arrive = at(to.x - third, to.y - third * (slope[index] ?? 0));
      return `C${leave} ${arrive} ${at(to.x, to.y)}`;
    })
    .join("");
}

/**
 * An SVG path through all points, ordered by x, that never goes above or below its neighbors. Null leaves a gap.
 */
export const monotonePath = (points: readonly (Point | null)[]): string =>
  runsOf(points).map(pathOf).join("");

/** The areas between that path and a horizontal line at `base`. */
export const monotoneArea = (points: readonly (Point | null)[], base: number): string =>
  runsOf(points)
    .filter((run) => run.length > 1)
    .map((run) => `${pathOf(run)}L${at(run.at(-1)?.x ?? 0, base)}L${at(run[0]?.x ?? 0, base)}Z`)
    .join("");
