import type { Point } from "./monotone-path.ts";
import type { TrendChartProps } from "./trend.ts";

const TOP = 10;
const RIGHT = 10;
/** Room for the labels below. */
const BOTTOM = 26;
const AXIS_WIDTH = 38;
const DIGIT_WIDTH = 6.5;
export const TICK_MARGIN = 10;
/** The share of its band that a bar leaves empty on either side, and the widest bar. */
export const BAR_GAP = 0.19;
const WIDEST_BAR = 28;

interface Size {
  width: number;
  height: number;
}

/** Where everything is, in pixels of the chart. */
export interface TrendLayout extends Size {
  margin: { top: number; right: number; bottom: number; left: number };
  /** The plot's edges. */
  left: number;
  right: number;
  bottom: number;
  /** The middle of the point at this place of the series. */
  x: (index: number) => number;
  y: (value: number) => number;
  barWidth: number;
}

type Measured = Pick<TrendChartProps, "points" | "kind" | "axisValues" | "formatAxisValue">;

/** The points of an area reach from edge to edge; bars stand each in a band of its own. */
export function trendLayout(
  { points, kind, axisValues, formatAxisValue }: Measured,
  { width, height }: Size,
): TrendLayout {
  const longest = Math.max(...axisValues.map((value) => formatAxisValue(value).length));
  const left = Math.max(AXIS_WIDTH, longest * DIGIT_WIDTH + TICK_MARGIN);
  const right = width - RIGHT;
  const bottom = height - BOTTOM;
  const highest = axisValues.at(-1) || 1;
  const band = (right - left) / Math.max(points.length, 1);
  const step = (right - left) / Math.max(points.length - 1, 1);
  return {
    width,
    height,
    margin: { top: TOP, right: RIGHT, bottom: BOTTOM, left },
    left,
    right,
    bottom,
    x: (index) => left + (kind === "bars" ? (index + 0.5) * band : index * step),
    y: (value) => bottom - (value / highest) * (bottom - TOP),
    barWidth: Math.min(Math.max(Math.floor(band * (1 - 2 * BAR_GAP)), 1), WIDEST_BAR),
  };
}

/** The points in runs without a gap between them. */
export function runsOf(points: TrendChartProps["points"], { x, y }: TrendLayout): Point[][] {
  const runs: Point[][] = [];
  points.forEach(({ value }, index) => {
    if (value === null) return;
    const follows = index > 0 && (points[index - 1]?.value ?? null) !== null;
    const point = { x: x(index), y: y(value) };
    if (follows) runs.at(-1)?.push(point);
    else runs.push([point]);
  });
  return runs;
}
