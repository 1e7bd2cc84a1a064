import type { SVGProps } from "react";
import type { TrendChartProps, TrendPoint } from "./trend.ts";
import type { TrendLayout } from "./trend-layout.ts";

/** Below this height, in pixels, dashes would be blots. */
const SHORTEST_DASHED = 12;
const RADIUS = 3;

interface TrendBarsProps extends Pick<TrendChartProps, "points" | "color"> {
  layout: TrendLayout;
  /** The key of the point that is pointed at. */
  active: string | undefined;
}

/** The pointed-at bar keeps its colour, the others step back; a partial one is hollow and dashed. */
export function TrendBars({ points, color, layout, active }: TrendBarsProps) {
  const quiet = `color-mix(in oklab, ${color} 70%, var(--surface))`;
  return points.map((point, index) => (
    <Bar
      key={point.key}
      point={point}
      ink={active === undefined || active === point.key ? color : quiet}
      left={layout.x(index) - layout.barWidth / 2}
      width={layout.barWidth}
      top={layout.y(point.value ?? 0)}
      bottom={layout.bottom}
    />
  ));
}

interface BarProps {
  point: TrendPoint;
  ink: string;
  left: number;
  width: number;
  top: number;
  bottom: number;
}

function Bar({ point, ink, left, width, top, bottom }: BarProps) {
  const height = bottom - top;
  if (!point.partial) return <Rounded left={left} top={top} width={width} height={height} fill={ink} />;
  const hollow = { fill: ink, fillOpacity: 0.35 };
  if (height < SHORTEST_DASHED)
    return <Rounded left={left} top={top} width={width} height={height} {...hollow} />;
  return (
    <Rounded
      {...hollow}
      left={left + 0.75}
      top={top + 0.75}
      width={width - 1.5}
      height={height - 0.75}
      stroke={ink}
      strokeWidth={1.5}
      strokeDasharray="3 3"
    />
  );
}

interface RoundedProps extends SVGProps<SVGPathElement> {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Rounded above, square below. */
function Rounded({ left, top, width, height, ...paint }: RoundedProps) {
  if (height <= 0 || width <= 0) return null;
  const radius = Math.min(RADIUS, height, width / 2);
  const arc = `a${radius} ${radius} 0 0 1`;
  const path = `M${left} ${top + height}V${top + radius}${arc} ${radius} ${-radius}h${width - 2 * radius}${arc} ${radius} ${radius}V${top + height}Z`;
  return <path d={path} {...paint} />;
}
