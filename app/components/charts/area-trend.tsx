import { useId } from "react";
import { Area, AreaChart, type DotItemDotProps, Line, Tooltip, usePlotArea } from "recharts";
import { ChartTooltip } from "./chart-tooltip.tsx";
import type { TrendChartProps, TrendPoint } from "./trend.ts";
import { TrendAxes } from "./trend-axes.tsx";

const LINE = { type: "monotone", dataKey: "value", strokeWidth: 1.75, isAnimationActive: false } as const;

/** Which share of the width is solid: from the first to the last point, a step less where that end is partial. */
function solidSpan(points: readonly TrendPoint[]): [number, number] {
  const step = 1 / Math.max(points.length - 1, 1);
  return [points[0]?.partial ? step : 0, points.at(-1)?.partial ? 1 - step : 1];
}

interface StrokesProps {
  id: string;
  color: string;
  span: [number, number];
}

/** One curve drawn twice, solid and dashed: hard-edged gradients show each where it belongs, so they join smoothly. */
function Strokes({ id, color, span: [from, to] }: StrokesProps) {
  const plot = usePlotArea();
  if (!plot) return null;
  const ends = {
    gradientUnits: "userSpaceOnUse",
    x1: plot.x,
    x2: plot.x + plot.width,
    y1: 0,
    y2: 0,
  } as const;
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

/** A line needs two points: a value with a gap on both sides shows as a dot. */
function LonelyDot({
  points,
  color,
  dot,
}: {
  points: readonly TrendPoint[];
  color: string;
  dot: DotItemDotProps;
}) {
  const alone = [dot.index - 1, dot.index + 1].every((index) => (points[index]?.value ?? null) === null);
  if (!alone || dot.cx === undefined || dot.cy === undefined || dot.value === null) return null;
  return <circle cx={dot.cx} cy={dot.cy} r={2.5} fill={color} />;
}

export function AreaTrend({ points, color, label, valueName, formatValue, ...axes }: TrendChartProps) {
  const id = useId();
  return (
    <AreaChart
      responsive
      data={[...points]}
      className="size-full"
      margin={{ top: 10, right: 10, bottom: 0, left: 0 }}
      aria-label={label}
    >
      <Strokes id={id} color={color} span={solidSpan(points)} />
      <TrendAxes {...axes} />
      <Tooltip
        content={<ChartTooltip color={color} valueName={valueName} formatValue={formatValue} />}
        cursor={{ stroke: "var(--control)", strokeDasharray: "3 3" }}
        isAnimationActive={false}
      />
      <Area
        {...LINE}
        stroke="none"
        fill={`url(#${id}-fill)`}
        fillOpacity={1}
        activeDot={{ r: 4.5, fill: color, stroke: "var(--surface)", strokeWidth: 2 }}
      />
      <Line
        {...LINE}
        stroke={`url(#${id}-dashed)`}
        strokeDasharray="3 3"
        dot={false}
        activeDot={false}
        tooltipType="none"
      />
      <Line
        {...LINE}
        stroke={`url(#${id}-solid)`}
        dot={(dot: DotItemDotProps) => <LonelyDot key={dot.key} points={points} color={color} dot={dot} />}
        activeDot={false}
        tooltipType="none"
      />
    </AreaChart>
  );
}
