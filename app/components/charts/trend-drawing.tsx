import { memo, useId } from "react";
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  type DotProps,
  Tooltip,
  useActiveTooltipDataPoints,
  useActiveTooltipLabel,
  usePlotArea,
  XAxis,
  YAxis,
} from "recharts";
import { axisWidth, PLOT_INSETS, type TrendChartProps, type TrendPoint } from "./trend.ts";

const TICK = { fontSize: 11, fill: "var(--ink-3)" };
const CURVE = { dataKey: "value", type: "monotone", strokeWidth: 1.75, isAnimationActive: false } as const;
const WIDEST_BAR = 28;
const BAR_RADIUS = 3;
/** Below this height, in pixels, the dashes would run together. */
const SHORTEST_DASHED = 12;

/** Without it, Recharts would measure labels to place lines that are not drawn. */
const noLines = () => [];

function TrendDrawing(props: TrendChartProps) {
  const { points, kind, color, label, valueName, formatValue, axisValues, axisLabels } = props;
  const id = useId();
  const isArea = kind === "area";
  const Chart = isArea ? AreaChart : BarChart;
  return (
    <Chart
      responsive
      data={[...points]}
      margin={{ top: PLOT_INSETS.top, right: PLOT_INSETS.right, bottom: 0, left: 0 }}
      barCategoryGap="19%"
      style={{ width: "100%", height: "100%" }}
      aria-label={label}
    >
      <CartesianGrid vertical={false} verticalCoordinatesGenerator={noLines} stroke="var(--chart-grid)" />
      <XAxis
        dataKey="key"
        height={PLOT_INSETS.bottom}
        ticks={[...axisLabels.keys()]}
        interval={0}
        tickLine={false}
        axisLine={{ stroke: "var(--edge)" }}
        tick={<TimeTick labels={axisLabels} />}
      />
      <YAxis
        width={axisWidth(props)}
        domain={[0, axisValues.at(-1) ?? 0]}
        ticks={[...axisValues]}
        interval={0}
        tickLine={false}
        axisLine={false}
        tickMargin={8}
        tick={<ValueTick format={props.formatAxisValue} />}
      />
      <Tooltip
        content={<ChartTooltip color={color} valueName={valueName} formatValue={formatValue} />}
        cursor={isArea && { stroke: "var(--control)", strokeDasharray: "3 3" }}
        isAnimationActive={false}
      />
      {isArea && <Paints id={id} color={color} points={points} />}
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

interface ValueTickProps {
  format: (value: number) => string;
  x?: number;
  y?: number;
  payload?: { value: number };
}

/** Plain text, because Recharts measures its own, which takes long on a slow phone. */
const ValueTick = ({ format, x, y, payload }: ValueTickProps) => (
  <text x={x} y={y} dy="0.355em" textAnchor="end" className="tabular-nums" style={TICK}>
    {payload && format(payload.value)}
  </text>
);

interface TimeTickProps {
  labels: ReadonlyMap<string, string>;
  x?: number;
  y?: number;
  payload?: { value: string };
}

/** Labels near an edge of the plot stay inside it. */
function TimeTick({ labels, x = 0, y = 0, payload }: TimeTickProps) {
  const plot = usePlotArea();
  const isFirst = plot !== undefined && x < plot.x + 10;
  const isLast = plot !== undefined && x > plot.x + plot.width - 10;
  return (
    <text
      x={x}
      y={y}
      dy={12}
      textAnchor={isLast ? "end" : isFirst ? "start" : "middle"}
      className="tabular-nums"
      style={TICK}
    >
      {payload && labels.get(payload.value)}
    </text>
  );
}

/** The curve is drawn twice, solid and dashed. Gradients with hard edges show each where it belongs. */
function Paints({ id, color, points }: Pick<TrendChartProps, "color" | "points"> & { id: string }) {
  const plot = usePlotArea();
  if (!plot) return null;
  const step = 1 / Math.max(points.length - 1, 1);
  const [from, to] = [points[0]?.partial ? step : 0, points.at(-1)?.partial ? 1 - step : 1];
  const ends = {
    gradientUnits: "userSpaceOnUse",
    x1: plot.x,
    x2: plot.x + plot.width,
    y1: 0,
    y2: 0,
  } as const;
  const stops = (inside: number) => (
    <>
      <stop offset={from} stopColor={color} stopOpacity={1 - inside} />
      <stop offset={from} stopColor={color} stopOpacity={inside} />
      <stop offset={to} stopColor={color} stopOpacity={inside} />
      <stop offset={to} stopColor={color} stopOpacity={1 - inside} />
    </>
  );
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
