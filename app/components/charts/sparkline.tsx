import { useId } from "react";
import { monotoneArea, monotonePath, type Point } from "./monotone-path.ts";

const WIDTH = 84;
const HEIGHT = 32;
const INSET_X = 2;
const TOP = 3;
const BOTTOM = 29;

/** Places the values between the insets, the lowest at the bottom. Null leaves no point. */
function place(values: readonly (number | null)[]): Point[] {
  const known = values.filter((value) => value !== null);
  const lowest = Math.min(...known);
  const span = Math.max(...known) - lowest;
  const step = (WIDTH - 2 * INSET_X) / Math.max(values.length - 1, 1);
  const y = (value: number) => (span === 0 ? BOTTOM : BOTTOM - ((value - lowest) / span) * (BOTTOM - TOP));
  return values.flatMap((value, index) =>
    value === null ? [] : [{ x: INSET_X + index * step, y: y(value) }],
  );
}

/** Decorative: the figure and the chart have the values in words. `color` is a CSS color. */
export function Sparkline({ values, color }: { values: readonly (number | null)[]; color: string }) {
  const fill = useId();
  const points = place(values);
  if (points.length < 2) return null;
  return (
    <svg
      className="shrink-0"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={fill} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor={color} stopOpacity={0.16} />
          <stop offset="1" stopColor={color} stopOpacity={0} />
        </linearGradient>
      </defs>
      <path d={monotoneArea(points, HEIGHT)} fill={`url(#${fill})`} />
      <path
        d={monotonePath(points)}
        fill="none"
        stroke={color}
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
