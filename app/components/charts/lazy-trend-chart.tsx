import { lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from "react";
import type { TrendChartProps } from "./trend.ts";

const load = () => import("./trend-chart.tsx");

/** Starts the download early, beside the data's. A failure shows when the chart is drawn. */
export const preloadTrendChart = () => void load().catch(() => undefined);

interface LazyTrendChartProps extends TrendChartProps {
  /** Has the size of the chart. */
  loading: ReactNode;
  /** Shown when the chart's code cannot be loaded. */
  unavailable: ReactNode;
}

const Chart = lazy(async () => {
  try {
    const { TrendChart } = await load();
    return {
      default: ({ unavailable: _, loading: __, ...props }: LazyTrendChartProps) => <TrendChart {...props} />,
    };
  } catch {
    return { default: ({ unavailable }: LazyTrendChartProps) => <>{unavailable}</> };
  }
});

/** Drawing takes longer than all around it: that is shown first, and the reader may go on meanwhile. */
export function LazyTrendChart(props: LazyTrendChartProps) {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => startTransition(() => setDrawn(true)), []);
  return <Suspense fallback={props.loading}>{isDrawn ? <Chart {...props} /> : props.loading}</Suspense>;
}
