import { type ReactNode, useMemo, useRef, useState } from "react";
import { useCode } from "#app/lib/code/use-code.ts";
import { useSize } from "#app/lib/use-size.ts";
import type { TrendChartProps } from "./trend.ts";
import { TrendArea } from "./trend-area.tsx";
import { TrendAxes } from "./trend-axes.tsx";
import { TrendBars } from "./trend-bars.tsx";
import { trendLayout } from "./trend-layout.ts";

const loadPointer = () => import("./trend-pointer.tsx");

interface SizedTrendProps extends TrendChartProps {
  /** Has the size of the chart; shown until that is measured. */
  loading: ReactNode;
}

/**
 * Fills its parent. What is under the pointer is shown, and arrow keys move from point to point. Recharts does that,
 * and comes when it is wanted: a slow phone takes longer over it than over the rest of the page.
 */
export function TrendChart({ loading, ...props }: SizedTrendProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const { points, kind, axisValues, formatAxisValue } = props;
  const layout = useMemo(
    () => size && trendLayout({ points, kind, axisValues, formatAxisValue }, size),
    [points, kind, axisValues, formatAxisValue, size],
  );
  const [wanted, setWanted] = useState(false);
  const [ready, setReady] = useState(false);
  const [active, setActive] = useState<string>();
  const want = () => setWanted(true);
  const pointer = useCode(loadPointer, wanted);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has a role until Recharts brings an element with one.
    <div
      ref={frame}
      className="relative size-full"
      onPointerEnter={want}
      onFocus={want}
      {...(layout && !ready && { role: "application", tabIndex: 0, "aria-label": props.label })}
    >
      {layout ? (
        <svg className="block size-full" aria-hidden="true">
          <TrendAxes {...props} layout={layout} />
          {kind === "area" ? (
            <TrendArea {...props} layout={layout} />
          ) : (
            <TrendBars {...props} layout={layout} active={active} />
          )}
        </svg>
      ) : (
        loading
      )}
      {layout && pointer.module && (
        <pointer.module.default {...props} layout={layout} onReady={setReady} onPoint={setActive} />
      )}
      {pointer.error && (
        // The drawing stands alone, and the table beside it has the values.
        <p
          role="status"
          className="absolute top-0 right-0 rounded-tag bg-fill px-2 py-1 text-caption text-ink-2"
        >
          Values on hover didn’t load.{" "}
          <button type="button" className="font-medium text-accent-ink" onClick={pointer.retry}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}
