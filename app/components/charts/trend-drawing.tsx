import { memo, type SVGProps, useId } from "react";
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  type BarShapeProps,
  type DotProps,
  Tooltip,
  useActiveTooltipDataPoints,
  usePlotArea,
  XAxis,
  YAxis,
} from "recharts";
import { cn } from "#app/lib/class-names.ts";
import { BarShape, Hatches } from "./bar-shape.tsx";
import { Swatch } from "./swatch.tsx";
import {
  axisWidth,
  BAR_SHARE,
  PLOT_INSETS,
  type TrendChartProps,
  type TrendDetail,
  type TrendLayer,
  type TrendPoint,
  WIDEST_BAR,
} from "./trend.ts";
import { TrendPaints } from "./trend-paints.tsx";

const CURVE = { dataKey: "value", type: "monotone", strokeWidth: 1.75, isAnimationActive: false } as const;

function TrendDrawing(props: TrendChartProps) {
  const { points, kind, layers, label, axisValues } = props;
  const [{ color }] = layers;
  const id = useId();
  const isArea = kind === "area";
  const Chart = isArea ? AreaChart : BarChart;
  return (
    <Chart
      responsive
      data={[...points]}
      margin={{ ...PLOT_INSETS, left: axisWidth(props) }}
      barCategoryGap={`${(100 - BAR_SHARE) / 2}%`}
      style={{ width: "100%", height: "100%" }}
      aria-label={label}
    >
      <XAxis dataKey="key" hide />
      <YAxis domain={[0, axisValues.at(-1) ?? 0]} hide />
      <Tooltip
        content={<ChartTooltip />}
        cursor={isArea ? { stroke: "var(--control)", strokeDasharray: "3 3" } : <BarCursor />}
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
      {!isArea && <Hatches id={id} layers={layers} />}
      {!isArea && (
        <Bar
          dataKey="value"
          maxBarSize={WIDEST_BAR}
          shape={(bar: BarShapeProps) => <BarShape {...bar} layers={layers} id={id} />}
          isAnimationActive={false}
        />
      )}
    </Chart>
  );
}

export default memo(TrendDrawing);

function PlotPaints(props: Pick<TrendChartProps, "points"> & { id: string; color: string }) {
  const plot = usePlotArea();
  return plot && <TrendPaints {...props} from={plot.x} to={plot.x + plot.width} />;
}

type LonePointProps = Pick<DotProps, "cx" | "cy"> &
  Pick<TrendChartProps, "points"> & { color: string; index?: number };

/** A line needs two points: a value between two gaps shows as a dot. */
function LonePoint({ cx, cy, index = 0, points, color }: LonePointProps) {
  const isGap = (at: number) => (points[at]?.value ?? null) === null;
  if (isGap(index) || !isGap(index - 1) || !isGap(index + 1)) return null;
  return <circle cx={cx} cy={cy} r={2.5} fill={color} />;
}

/** A dashed line through the middle of the active bar. */
const BarCursor = ({ x = 0, y = 0, width = 0, height = 0 }: SVGProps<SVGRectElement>) => (
  <path
    d={`M${Number(x) + Number(width) / 2} ${y}v${height}`}
    stroke="var(--control)"
    strokeDasharray="3 3"
    pointerEvents="none"
  />
);

/** The point under the pointer, or the one that the arrow keys have reached, which is announced. Recharts hides it on Escape. */
function ChartTooltip() {
  const point = useActiveTooltipDataPoints<TrendPoint>()?.[0];
  return <div role="status">{point && <PointedAt {...point} />}</div>;
}

const isSum = (layer: TrendLayer | undefined, details: readonly TrendDetail[]) =>
  !layer && details.length > 1;

const PointedAt = ({ label, details }: TrendPoint) => (
  <div className="min-w-40 rounded-control bg-overlay px-3 py-2 text-caption shadow-pop">
    <p className="whitespace-nowrap text-ink-3">{label}</p>
    {details.map(({ name, text, layer }) => (
      <p
        key={name}
        className={cn(
          "mt-1 flex items-center justify-between gap-4",
          isSum(layer, details) && "border-t pt-1.5",
        )}
      >
        <span className="flex min-w-0 items-center gap-1.5 whitespace-nowrap text-ink-2">
          {layer && <Swatch layer={layer} />}
          <span className="max-w-44 truncate">{name}</span>
        </span>
        <span className="font-medium text-ink tabular-nums">{text}</span>
      </p>
    ))}
  </div>
);
