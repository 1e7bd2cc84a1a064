import { Bar, BarChart, type BarShapeProps, Rectangle, Tooltip, useActiveTooltipLabel } from "recharts";
import { ChartTooltip } from "./chart-tooltip.tsx";
import type { TrendChartProps, TrendPoint } from "./trend.ts";
import { TrendAxes } from "./trend-axes.tsx";

/** Below this height, in pixels, dashes would be blots. */
const SHORTEST_DASHED = 12;
const RADIUS: [number, number, number, number] = [3, 3, 0, 0];

interface TrendBarProps {
  bar: BarShapeProps;
  point: TrendPoint | undefined;
  color: string;
}

/** The pointed-at bar keeps its colour, the others step back; a partial one is hollow and dashed. */
function TrendBar({ bar: { x, y, width, height }, point, color }: TrendBarProps) {
  const active = useActiveTooltipLabel();
  const quiet = active !== undefined && active !== point?.key;
  const ink = quiet ? `color-mix(in oklab, ${color} 70%, var(--surface))` : color;
  if (!point?.partial)
    return <Rectangle x={x} y={y} width={width} height={height} radius={RADIUS} fill={ink} />;
  const hollow = { fill: ink, fillOpacity: 0.35, radius: RADIUS };
  if (height < SHORTEST_DASHED) return <Rectangle x={x} y={y} width={width} height={height} {...hollow} />;
  return (
    <Rectangle
      {...hollow}
      x={x + 0.75}
      y={y + 0.75}
      width={width - 1.5}
      height={height - 0.75}
      stroke={ink}
      strokeWidth={1.5}
      strokeDasharray="3 3"
    />
  );
}

export function BarTrend({ points, color, label, valueName, formatValue, ...axes }: TrendChartProps) {
  return (
    <BarChart
      responsive
      data={[...points]}
      className="size-full"
      margin={{ top: 10, right: 10, bottom: 0, left: 0 }}
      barCategoryGap="19%"
      aria-label={label}
    >
      <TrendAxes {...axes} />
      <Tooltip
        content={<ChartTooltip color={color} valueName={valueName} formatValue={formatValue} />}
        cursor={false}
        isAnimationActive={false}
      />
      <Bar
        dataKey="value"
        maxBarSize={28}
        isAnimationActive={false}
        shape={(bar: BarShapeProps) => <TrendBar bar={bar} point={points[bar.index]} color={color} />}
      />
    </BarChart>
  );
}
