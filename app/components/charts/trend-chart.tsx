import { useState } from "react";
import { useCode } from "#app/lib/code/use-code.ts";
import { useIdle } from "#app/lib/idle.ts";
import { monotonePath } from "./monotone-path.ts";
import { axisWidth, PLOT_INSETS, type TrendChartProps } from "./trend.ts";

const loadDrawing = () => import("./trend-drawing.tsx");

/** Recharts draws it once the page is idle, or when you point at it. Until then a plain path is shown. */
export function TrendChart(props: TrendChartProps) {
  const [wanted, setWanted] = useState(false);
  const idle = useIdle();
  const drawing = useCode(loadDrawing, idle || wanted);
  return (
    <div className="relative size-full" onPointerEnter={() => setWanted(true)}>
      {drawing.module ? <drawing.module.default {...props} /> : <PlainTrend {...props} />}
      {drawing.error && <Failed onRetry={drawing.retry} />}
    </div>
  );
}

/** The table beside the chart has the values. */
const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <p role="status" className="absolute top-0 right-0 rounded-tag bg-fill px-2 py-1 text-caption text-ink-2">
    The chart’s details didn’t load.{" "}
    <button type="button" className="font-medium text-accent-ink" onClick={onRetry}>
      Try again
    </button>
  </p>
);

const SIDE = 100;

/** The same values in the same place, without axes. */
function PlainTrend(props: TrendChartProps) {
  const { points, kind, color, label, axisValues } = props;
  const highest = axisValues.at(-1) || 1;
  const isBars = kind === "bars";
  const step = SIDE / Math.max(points.length - (isBars ? 0 : 1), 1);
  const places = points.map(({ value }, index) =>
    value === null ? null : { x: (index + (isBars ? 0.5 : 0)) * step, y: SIDE - (value / highest) * SIDE },
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      preserveAspectRatio="none"
      className="absolute overflow-visible"
      style={{
        left: axisWidth(props),
        top: PLOT_INSETS.top,
        width: `calc(100% - ${axisWidth(props) + PLOT_INSETS.right}px)`,
        height: `calc(100% - ${PLOT_INSETS.top + PLOT_INSETS.bottom}px)`,
      }}
    >
      {isBars ? (
        <path
          d={places
            .map((place) => place && `M${place.x - step * 0.31} ${SIDE}V${place.y}h${step * 0.62}V${SIDE}Z`)
            .join("")}
          fill={color}
        />
      ) : (
        <path
          d={monotonePath(places)}
          fill="none"
          stroke={color}
          strokeWidth={1.75}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}
