import { useId } from "react";
import { monotonePath, type Point } from "./monotone-path.ts";
import type { TrendChartProps, TrendPoint } from "./trend.ts";
import { runsOf, type TrendLayout } from "./trend-layout.ts";

const STROKE = { fill: "none", strokeWidth: 1.75 } as const;

/** Which share of the width is solid: from the first to the last point, a step less where that end is partial. */
function solidSpan(points: readonly TrendPoint[]): [number, number] {
  const step = 1 / Math.max(points.length - 1, 1);
  return [points[0]?.partial ? step : 0, points.at(-1)?.partial ? 1 - step : 1];
}

interface PaintsProps {
  id: string;
  color: string;
  span: [number, number];
  layout: TrendLayout;
}

/** One curve drawn twice, solid and dashed: hard-edged gradients show each where it belongs, so they join smoothly. */
function Paints({ id, color, span: [from, to], layout }: PaintsProps) {
  const ends = { gradientUnits: "userSpaceOnUse", x1: layout.left, x2: layout.right, y1: 0, y2: 0 } as const;
  const stops = (inside: number) =>
    [
      [0, 1 - inside],
      [from, 1 - inside],
      [from, inside],
      [to, inside],
      [to, 1 - inside],
      [1, 1 - inside],
    ].map(([offset, opacity], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: six stops in a fixed order, offsets repeat
      <stop key={index} offset={offset} stopColor={color} stopOpacity={opacity} />
    ));
  return (
    <defs>
      <linearGradient id={`${id}-solid`} {...ends}>
        {stops(1)}
      </linearGradient>
      <linearGradient id={`${id}-dashed`} {...ends}>
        {stops(0)}
      </linearGradient>
      <linearGradient id={`${id}-fill`} x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" stopColor={color} stopOpacity={0.18} />
        <stop offset="1" stopColor={color} stopOpacity={0} />
      </linearGradient>
    </defs>
  );
}

type TrendAreaProps = Pick<TrendChartProps, "points" | "color"> & { layout: TrendLayout };

export function TrendArea({ points, color, layout }: TrendAreaProps) {
  const id = useId();
  return (
    <>
      <Paints id={id} color={color} span={solidSpan(points)} layout={layout} />
      {runsOf(points, layout).map((run) => (
        <Run key={run[0]?.x} run={run} id={id} color={color} bottom={layout.bottom} />
      ))}
    </>
  );
}

/** A line needs two points: a value with a gap on both sides shows as a dot. */
function Run({ run, id, color, bottom }: { run: Point[]; id: string; color: string; bottom: number }) {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return null;
  if (first === last) return <circle cx={first.x} cy={first.y} r={2.5} fill={color} />;
  const line = monotonePath(run);
  return (
    <>
      <path d={`${line}L${last.x} ${bottom}L${first.x} ${bottom}Z`} fill={`url(#${id}-fill)`} />
      <path {...STROKE} d={line} stroke={`url(#${id}-dashed)`} strokeDasharray="3 3" />
      <path {...STROKE} d={line} stroke={`url(#${id}-solid)`} />
    </>
  );
}
