import { AreaTrend } from "./area-trend.tsx";
import { BarTrend } from "./bar-trend.tsx";
import type { TrendChartProps } from "./trend.ts";

/** Fills its parent. Arrow keys move from point to point; what is under the pointer is announced. */
export function TrendChart(props: TrendChartProps) {
  return props.kind === "area" ? <AreaTrend {...props} /> : <BarTrend {...props} />;
}
