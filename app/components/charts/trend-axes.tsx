import type { TrendChartProps } from "./trend.ts";
import { TICK_MARGIN, type TrendLayout } from "./trend-layout.ts";

const LABEL_BELOW = 20;
const LABEL_HALF = 20;
const text = { fontSize: 11, fill: "var(--ink-3)" };

type TrendAxesProps = Pick<TrendChartProps, "points" | "axisValues" | "formatAxisValue" | "axisLabels"> & {
  layout: TrendLayout;
};

/** The grid's lines with their values, and the labels below. */
export function TrendAxes({ points, axisValues, formatAxisValue, axisLabels, layout }: TrendAxesProps) {
  const { left, right, bottom } = layout;
  return (
    <g className="tabular" style={text}>
      {axisValues.map((value) => (
        <g key={value}>
          <line x1={left} x2={right} y1={layout.y(value)} y2={layout.y(value)} stroke="var(--chart-grid)" />
          <text x={left - TICK_MARGIN} y={layout.y(value)} dy="0.355em" textAnchor="end">
            {formatAxisValue(value)}
          </text>
        </g>
      ))}
      <line x1={left} x2={right} y1={bottom} y2={bottom} stroke="var(--edge)" />
      {points.map(
        ({ key }, index) =>
          axisLabels.has(key) && (
            <text
              key={key}
              x={layout.x(index)}
              y={bottom + LABEL_BELOW}
              textAnchor={anchorAt(layout.x(index), layout)}
            >
              {axisLabels.get(key)}
            </text>
          ),
      )}
    </g>
  );
}

/** Labels near an edge of the chart stay inside it. */
function anchorAt(x: number, { left, right }: TrendLayout): "start" | "middle" | "end" {
  if (x > right - LABEL_HALF / 2) return "end";
  return x < left + LABEL_HALF / 2 ? "start" : "middle";
}
