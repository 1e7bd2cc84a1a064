import { type ComponentProps, useId } from "react";
import { monotonePath, type Point } from "./monotone-path.ts";

const WIDTH = 84;
const HEIGHT = 32;
const INSET_X = 2;
const TOP = 3;
const BOTTOM = 29;

/** Places the values between the insets, the lowest at the bottom; a value that is null leaves no point. */
function place(values: readonly (number | null)[]): Point[] {
  const known = values.filter((value) => value !== null);
  const lowest = Math.min(...known);
  const span = Math.max(...known) - lowest;
  const step = (WIDTH - 2 * INSET_X) / Math.max(values.length - 1, 1);
  return values.flatMap((value, index) =>
    value === null
      ? []
      : [
          {
            x: INSET_X + index * step,
            y: span === 0 ? BOTTOM : BOTTOM - ((value - lowest) / span) * (BOTTOM - TOP),
          },
        ],
  );
}

interface SparklineProps extends Omit<ComponentProps<"svg">, "values"> {
  values: readonly (number | null)[];
  /** A CSS colour. */
  color: string;
}

/** A figure's course at a glance. Decorative: the figure itself and the chart say it in words. */
export function Sparkline({ values, color, ...props }: SparklineProps) {
  const fill = useId();
  const points = place(values);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const line = monotonePath(points);
  return (
    <svg
      className="shrink-0"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      {...props}
    >
      <defs>
        <linearGradient id={fill} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor={color} stopOpacity={0.16} />
          <stop offset="1" stopColor={color} stopOpacity={0} />
        </linearGradient>
      </defs>
      <path d={`${line}L${last.x} ${HEIGHT}L${first.x} ${HEIGHT}Z`} fill={`url(#${fill})`} />
      <path
        d={line}
        fill="none"
        stroke={color}
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
