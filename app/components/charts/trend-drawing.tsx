import { memo, useId } from "react";
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  type BarShapeProps,
  type DotProps,
  Tooltip,
  useActiveTooltipDataPoints,
  useActiveTooltipLabel,
  usePlotArea,
  XAxis,
  YAxis,
} from "recharts";
import { axisWidth, PLOT_INSETS, type TrendChartProps, type TrendPoint } from "./trend.ts";
import { TrendPaints } from "./trend-paints.tsx";

const CURVE = { dataKey: "value", type: "monotone", strokeWidth: 1.75, isAnimationActive: false } as const;
const WIDEST_BAR = 28;
const BAR_RADIUS = 3;
/** Below this height, in pixels, the dashes would run together. */
const SHORTEST_DASHED = 12;

function TrendDrawing(props: TrendChartProps) {
  const { points, kind, color, label, valueName, formatValue, axisValues } = props;
  const id = useId();
  const isArea = kind === "area";
  const Chart = isArea ? AreaChart : BarChart;
  return (
    <Chart
      responsive
      data={[...points]}
      margin={{ ...PLOT_INSETS, left: axisWidth(props) }}
      barCategoryGap="19%"
      style={{ width: "100%", height: "100%" }}
      aria-label={label}
    >
      <XAxis dataKey="key" hide />
      <YAxis domain={[0, axisValues.at(-1) ?? 0]} hide />
      <Tooltip
        content={<ChartTooltip color={color} valueName={valueName} formatValue={formatValue} />}
        cursor={isArea && { stroke: "var(--control)", strokeDasharray: "3 3" }}
        isAnimationActive={false}
      />
      {isArea && <PlotPaints id={id} color={color} points={points} />}
      {isArea && (
        <Area
          {...CURVE}
          fill="none"
          stroke={`url(#${id}-dashed)`}
          strokeDasharray="3 3"
          activeDot={false}
          tooltipType="none"
        />
      )}
      {isArea && (
        <Area
          {...CURVE}
          fill={`url(#${id}-fill)`}
          fillOpacity={1}
          stroke={`url(#${id}-solid)`}
          dot={<LonePoint points={points} color={color} />}
          activeDot={{ r: 4.5, fill: color, stroke: "var(--surface)", strokeWidth: 2 }}
        />
      )}
      {!isArea && (
        <Bar
          dataKey="value"
          maxBarSize={WIDEST_BAR}
          shape={(bar: BarShapeProps) => <BarShape {...bar} color={color} />}
          isAnimationActive={false}
        />
      )}
    </Chart>
  );
}

export default memo(TrendDrawing);

function PlotPaints(props: Pick<TrendChartProps, "color" | "points"> & { id: string }) {
  const plot = usePlotArea();
  return plot && <TrendPaints {...props} from={plot.x} to={plot.x + plot.width} />;
}

type LonePointProps = Pick<DotProps, "cx" | "cy"> &
  Pick<TrendChartProps, "points" | "color"> & { index?: number };

/** A line needs two points: a value between two gaps shows as a dot. */
function LonePoint({ cx, cy, index = 0, points, color }: LonePointProps) {
  const isGap = (at: number) => (points[at]?.value ?? null) === null;
  if (isGap(index) || !isGap(index - 1) || !isGap(index + 1)) return null;
  return <circle cx={cx} cy={cy} r={2.5} fill={color} />;
}

type ShapeProps = Pick<BarShapeProps, "x" | "y" | "width" | "height" | "payload"> & { color: string };

/** The active bar keeps its color, the others fade. A partial one is hollow and dashed. */
function BarShape({ x, y, width, height, payload, color }: ShapeProps) {
  const active = useActiveTooltipLabel();
  const { key, partial }: TrendPoint = payload;
  if (height <= 0) return null;
  const isQuiet = active !== undefined && active !== key;
  const ink = isQuiet ? `color-mix(in oklab, ${color} 70%, var(--surface))` : color;
  const isDashed = partial && height >= SHORTEST_DASHED;
  const inset = isDashed ? 0.75 : 0;
  const [left, top, wide] = [x + inset, y + inset, width - 2 * inset];
  const radius = Math.min(BAR_RADIUS, height, wide / 2);
  const arc = `a${radius} ${radius} 0 0 1`;
  return (
    <path
      d={`M${left} ${y + height}V${top + radius}${arc} ${radius} ${-radius}h${wide - 2 * radius}${arc} ${radius} ${radius}V${y + height}Z`}
      fill={ink}
      fillOpacity={partial ? 0.35 : 1}
      {...(isDashed && { stroke: ink, strokeWidth: 1.5, strokeDasharray: "3 3" })}
    />
  );
}

type ChartTooltipProps = Pick<TrendChartProps, "color" | "valueName" | "formatValue">;

/** The point under the pointer, or the one that the arrow keys have reached, which is announced. */
function ChartTooltip(props: ChartTooltipProps) {
  const point = useActiveTooltipDataPoints<TrendPoint>()?.[0];
  return <div role="status">{point && <PointedAt point={point} {...props} />}</div>;
}

function PointedAt({ point, color, valueName, formatValue }: ChartTooltipProps & { point: TrendPoint }) {
  return (
    <div className="min-w-36 rounded-control bg-overlay px-3 py-2 text-caption shadow-pop">
      <p className="whitespace-nowrap text-ink-3">{point.label}</p>
      <p className="mt-1 flex items-center justify-between gap-4">
        <span className="flex items-center gap-1.5 text-ink-2">
          <span className="size-2 rounded-[2px]" style={{ background: color }} aria-hidden="true" />
          {valueName}
        </span>
        <span className="font-medium text-ink tabular-nums">
          {point.value === null ? "—" : formatValue(point.value)}
        </span>
      </p>
    </div>
  );
}
