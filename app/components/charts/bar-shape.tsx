import { type BarShapeProps, useActiveTooltipLabel } from "recharts";
import { FADED } from "./plain-bars.tsx";
import { partsOf, type TrendChartProps, type TrendLayer, type TrendPoint } from "./trend.ts";

const RADIUS = 3;
/** Below this height, in pixels, the dashes would run together. */
const SHORTEST_DASHED = 12;
const QUIET = 0.7;
/** Opacity of the lines of a bar that isn't complete. */
const FADED_LINE = 0.55;
/** Between two layers, in pixels. */
const GAP = 1;

const hatchId = (id: string, layer: number) => `${id}-hatch-${layer}`;

/** A pattern for each hatched layer. */
export function Hatches({ id, layers }: Pick<TrendChartProps, "layers"> & { id: string }) {
  return (
    <defs>
      {layers.map(
        ({ color, hatched }, at) =>
          hatched && (
            <pattern
              key={hatchId(id, at)}
              id={hatchId(id, at)}
              width={5}
              height={5}
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width={5} height={5} fill={color} opacity={0.22} />
              <rect width={2} height={5} fill={color} />
            </pattern>
          ),
      )}
    </defs>
  );
}

type ShapeProps = Pick<BarShapeProps, "x" | "y" | "width" | "height" | "payload"> &
  Pick<TrendChartProps, "layers"> & { id: string };

/** The active bar keeps its color, the others fade. A partial one is faded more, and dashed if it has one layer. */
export function BarShape({ x, y, width, height, payload, layers, id }: ShapeProps) {
  const active = useActiveTooltipLabel();
  const point: TrendPoint = payload;
  if (height <= 0 || !point.value) return null;
  const isDashed = point.partial && layers.length === 1 && height >= SHORTEST_DASHED;
  const bottom = y + height;
  return (
    <g opacity={active !== undefined && active !== point.key ? QUIET : 1}>
      {stack(point, height).map(({ at, from, to, isTop }) => {
        const { paint, stroke } = paintsOf(layers[at], {
          isDashed,
          height: to - from,
          hatch: hatchId(id, at),
        });
        const inset = (stroke?.strokeWidth ?? 0) / 2;
        const box = {
          left: x + inset,
          wide: width - 2 * inset,
          top: bottom - to + inset,
          bottom: bottom - from - (isDashed ? 0 : inset),
        };
        return (
          <path
            key={at}
            d={barPath(box, isTop ? RADIUS : 0)}
            fill={paint}
            fillOpacity={point.partial ? FADED : 1}
            {...stroke}
            {...(!isDashed && point.partial && { strokeOpacity: FADED_LINE })}
          />
        );
      })}
    </g>
  );
}

interface Slice {
  isDashed: boolean;
  height: number;
  /** Id of the layer's pattern. */
  hatch: string;
}

/** A slice that is no higher than its line has the color of the line. */
function paintsOf(layer: TrendLayer | undefined, { isDashed, height, hatch }: Slice) {
  if (!layer) return { paint: "none" };
  const { color, hatched, line } = layer;
  const paint = hatched ? `url(#${hatch})` : color;
  if (isDashed) return { paint, stroke: { stroke: line ?? paint, strokeWidth: 1.5, strokeDasharray: "3 3" } };
  if (!line) return { paint };
  return height <= 2 ? { paint: line } : { paint, stroke: { stroke: line, strokeWidth: 1 } };
}

/** The layers of a bar in pixels above its foot. */
function stack(point: TrendPoint, height: number) {
  const scale = height / (point.value || 1);
  let below = 0;
  const slices = partsOf(point).map((part, at) => {
    const [from, to] = [below * scale, (below + part) * scale];
    below += part;
    return { at, from: from > 0 ? Math.min(from + GAP, to) : from, to };
  });
  const shown = slices.filter(({ from, to }) => to > from);
  return shown.map((slice, place) => ({ ...slice, isTop: place === shown.length - 1 }));
}

type Box = { left: number; wide: number; top: number; bottom: number };

function barPath({ left, wide, top, bottom }: Box, rounded: number): string {
  const radius = Math.min(rounded, bottom - top, wide / 2);
  if (radius <= 0) return `M${left} ${bottom}V${top}h${wide}V${bottom}Z`;
  const arc = `a${radius} ${radius} 0 0 1`;
  return `M${left} ${bottom}V${top + radius}${arc} ${radius} ${-radius}h${wide - 2 * radius}${arc} ${radius} ${radius}V${bottom}Z`;
}
