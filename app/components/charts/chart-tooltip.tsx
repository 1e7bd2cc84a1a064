import { useActiveTooltipDataPoints } from "recharts";
import type { TrendChartProps, TrendPoint } from "./trend.ts";

type ChartTooltipProps = Pick<TrendChartProps, "color" | "valueName" | "formatValue">;

/** What is under the pointer, or what the arrow keys have reached: then it is announced. */
export function ChartTooltip(value: ChartTooltipProps) {
  const point = useActiveTooltipDataPoints<TrendPoint>()?.[0];
  return <div role="status">{point && <PointedAt point={point} {...value} />}</div>;
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
        <span className="font-medium text-ink tabular">
          {point.value === null ? "—" : formatValue(point.value)}
        </span>
      </p>
    </div>
  );
}
