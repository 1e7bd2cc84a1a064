import { useEffect, useId, useState } from "react";
import { cn } from "#app/lib/class-names.ts";
import { useCode } from "#app/lib/code/use-code.ts";
import { useIdle } from "#app/lib/idle.ts";
import { monotoneArea, monotonePath } from "./monotone-path.ts";
import { PlainBars } from "./plain-bars.tsx";
import { axisWidth, PLOT_INSETS, placeAcross, type TrendChartProps } from "./trend.ts";
import { TrendPaints } from "./trend-paints.tsx";

const loadDrawing = () => import("./trend-drawing.tsx");

/** Recharts takes a slow phone about as long as the rest of the page. It changes nothing that is seen. */
const NOT_BEFORE_MS = 3_000;

/** Recharts draws it when you point at it, use the keyboard, or leave the page alone; a plain path before that. */
export function TrendChart(props: TrendChartProps) {
  const [wanted, setWanted] = useState(false);
  const idle = useIdle(NOT_BEFORE_MS);
  const drawing = useCode(loadDrawing, idle || wanted);
  useEffect(() => {
    const want = () => setWanted(true);
    addEventListener("keydown", want, { once: true });
    return () => removeEventListener("keydown", want);
  }, []);
  return (
    <div className="relative size-full" onPointerEnter={() => setWanted(true)}>
      <Axes {...props} />
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

const plotBox = (props: TrendChartProps) => ({
  left: axisWidth(props),
  top: PLOT_INSETS.top,
  width: `calc(100% - ${axisWidth(props) + PLOT_INSETS.right}px)`,
  height: `calc(100% - ${PLOT_INSETS.top + PLOT_INSETS.bottom}px)`,
});

/** Percent of the plot's width. A label in the middle of so little room would leave the plot. */
const EDGE = 2.5;

/** Not drawn by Recharts, which measures every label. */
function Axes(props: TrendChartProps) {
  const { points, axisValues, axisLabels, formatAxisValue } = props;
  const highest = axisValues.at(-1) || 1;
  return (
    <div
      aria-hidden="true"
      className="absolute text-micro whitespace-nowrap text-ink-3 tabular-nums"
      style={plotBox(props)}
    >
      {axisValues.map((value) => (
        <div
          key={value}
          className={cn("absolute inset-x-0 border-t", value === 0 ? "border-edge" : "border-chart-grid")}
          style={{ top: `${100 - (100 * value) / highest}%` }}
        >
          <span className="absolute right-full mr-3.5 -translate-y-1/2">{formatAxisValue(value)}</span>
        </div>
      ))}
      {points.map(({ key }, index) => {
        const label = axisLabels.get(key);
        const place = placeAcross(props, index);
        if (label === undefined) return null;
        return (
          <span
            key={key}
            className={cn(
              "absolute top-full mt-2",
              place > 100 - EDGE ? "-translate-x-full" : place >= EDGE && "-translate-x-1/2",
            )}
            style={{ left: `${place}%` }}
          >
            {label}
          </span>
        );
      })}
    </div>
  );
}

function PlainTrend(props: TrendChartProps) {
  return (
    <div className="absolute" style={plotBox(props)}>
      {props.kind === "bars" ? <PlainBars {...props} /> : <PlainArea {...props} />}
    </div>
  );
}

const SIDE = 1_000;

function PlainArea(props: TrendChartProps) {
  const { points, layers, label, axisValues } = props;
  const [{ color }] = layers;
  const id = useId();
  const highest = axisValues.at(-1) || 1;
  const places = points.map(({ value }, index) =>
    value === null
      ? null
      : { x: (placeAcross(props, index) * SIDE) / 100, y: SIDE - (value / highest) * SIDE },
  );
  const line = {
    d: monotonePath(places),
    fill: "none",
    strokeWidth: 1.75,
    vectorEffect: "non-scaling-stroke",
  };
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      preserveAspectRatio="none"
      className="size-full overflow-visible"
    >
      <TrendPaints id={id} color={color} points={points} from={0} to={SIDE} />
      <path d={monotoneArea(places, SIDE)} fill={`url(#${id}-fill)`} />
      <path {...line} stroke={`url(#${id}-dashed)`} strokeDasharray="3 3" />
      <path {...line} stroke={`url(#${id}-solid)`} strokeLinecap="round" />
    </svg>
  );
}
