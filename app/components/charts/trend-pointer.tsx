import { memo, useEffect, useRef } from "react";
import { Area, AreaChart, Bar, BarChart, Tooltip, useActiveTooltipLabel, XAxis, YAxis } from "recharts";
import { ChartTooltip } from "./chart-tooltip.tsx";
import type { TrendChartProps } from "./trend.ts";
import { BAR_GAP, type TrendLayout } from "./trend-layout.ts";

export interface TrendPointerProps extends TrendChartProps {
  layout: TrendLayout;
  /** Hears that it is there; it takes over the focus of its place. */
  onReady: (ready: true) => void;
  /** Hears the key of the bar that is pointed at. */
  onPoint: (key: string | undefined) => void;
}

/** Says what is under the pointer or has been reached by the arrow keys; the drawing itself lies below it. */
function TrendPointer({ layout, onReady, onPoint, ...props }: TrendPointerProps) {
  const { points, kind, color, label, valueName, formatValue, axisValues } = props;
  const isArea = kind === "area";
  const Chart = isArea ? AreaChart : BarChart;
  return (
    <Chart
      data={[...points]}
      width={layout.width}
      height={layout.height}
      margin={layout.margin}
      barCategoryGap={`${BAR_GAP * 100}%`}
      style={{ position: "absolute", inset: 0 }}
      aria-label={label}
    >
      <XAxis hide dataKey="key" />
      <YAxis hide domain={[0, axisValues.at(-1) ?? 0]} />
      <Tooltip
        content={<ChartTooltip color={color} valueName={valueName} formatValue={formatValue} />}
        cursor={isArea && { stroke: "var(--control)", strokeDasharray: "3 3" }}
        isAnimationActive={false}
      />
      {isArea ? (
        <Area
          dataKey="value"
          fill="none"
          stroke="none"
          activeDot={{ r: 4.5, fill: color, stroke: "var(--surface)", strokeWidth: 2 }}
          isAnimationActive={false}
        />
      ) : (
        <>
          <Bar dataKey="value" shape={() => null} isAnimationActive={false} />
          <ReportPoint onPoint={onPoint} />
        </>
      )}
      <Ready onReady={onReady} />
    </Chart>
  );
}

export default memo(TrendPointer);

function ReportPoint({ onPoint }: Pick<TrendPointerProps, "onPoint">) {
  const active = useActiveTooltipLabel();
  const key = active === undefined ? undefined : String(active);
  useEffect(() => onPoint(key), [onPoint, key]);
  return null;
}

function Ready({ onReady }: Pick<TrendPointerProps, "onReady">) {
  const place = useRef<SVGGElement>(null);
  useEffect(() => {
    const chart = place.current?.ownerSVGElement;
    const frame = chart?.parentElement?.closest("[role=application]");
    if (frame && frame === document.activeElement) chart?.focus();
    onReady(true);
  }, [onReady]);
  return <g ref={place} />;
}
