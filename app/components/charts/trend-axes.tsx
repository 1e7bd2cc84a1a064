import { CartesianGrid, usePlotArea, XAxis, type XAxisTickContentProps, YAxis } from "recharts";
import type { TrendChartProps } from "./trend.ts";

const AXIS_WIDTH = 38;
const DIGIT_WIDTH = 6.5;
const TICK_MARGIN = 10;
const LABEL_HALF = 20;
const tickStyle = { fontSize: 11, fill: "var(--ink-3)" };

type TrendAxesProps = Pick<TrendChartProps, "axisValues" | "formatAxisValue" | "axisLabels">;

/** Labels near an edge of the chart stay inside it. */
function BottomTick({
  x,
  y,
  payload,
  labels,
}: XAxisTickContentProps & { labels: ReadonlyMap<string, string> }) {
  const plot = usePlotArea();
  const at = Number(x);
  const right = plot ? plot.x + plot.width : Number.POSITIVE_INFINITY;
  const anchor =
    at > right - LABEL_HALF / 2 ? "end" : at < (plot?.x ?? 0) + LABEL_HALF / 2 ? "start" : "middle";
  return (
    <text x={at} y={Number(y) + TICK_MARGIN + 2} textAnchor={anchor} className="tabular" style={tickStyle}>
      {labels.get(String(payload.value))}
    </text>
  );
}

export function TrendAxes({ axisValues, formatAxisValue, axisLabels }: TrendAxesProps) {
  const longest = Math.max(...axisValues.map((value) => formatAxisValue(value).length));
  return (
    <>
      <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
      <XAxis
        dataKey="key"
        ticks={[...axisLabels.keys()]}
        interval={0}
        height={26}
        tickLine={false}
        axisLine={{ stroke: "var(--edge)" }}
        tick={(props: XAxisTickContentProps) => <BottomTick {...props} labels={axisLabels} />}
      />
      <YAxis
        ticks={[...axisValues]}
        domain={[0, axisValues.at(-1) ?? 0]}
        interval={0}
        width={Math.max(AXIS_WIDTH, longest * DIGIT_WIDTH + TICK_MARGIN)}
        tickSize={0}
        tickMargin={TICK_MARGIN}
        tickLine={false}
        axisLine={false}
        tick={tickStyle}
        tickFormatter={formatAxisValue}
        className="tabular"
      />
    </>
  );
}
