import { layerBackground, outlineOf } from "./swatch.tsx";
import { BAR_SHARE, partsOf, placeAcross, type TrendChartProps, WIDEST_BAR } from "./trend.ts";

/** The bars before Recharts draws them, in the same places. */
export function PlainBars(props: TrendChartProps) {
  const { points, layers, label, axisValues } = props;
  const highest = axisValues.at(-1) || 1;
  const width = `min(${BAR_SHARE / points.length}%, ${WIDEST_BAR}px)`;
  return (
    <div role="img" aria-label={label} className="size-full">
      {points.map((point, index) => (
        <div
          key={point.key}
          className="absolute bottom-0 flex -translate-x-1/2 flex-col-reverse gap-px overflow-hidden rounded-t-[3px]"
          style={{
            left: `${placeAcross(props, index)}%`,
            width,
            height: `${(100 * (point.value ?? 0)) / highest}%`,
            opacity: point.partial ? FADED : 1,
          }}
        >
          {partsOf(point).map((part, at) => {
            const layer = layers[at];
            return (
              layer &&
              part > 0 && (
                <span
                  key={layer.color + String(layer.hatched)}
                  style={{
                    background: layerBackground(layer, "coarse"),
                    ...outlineOf(layer),
                    flexGrow: part,
                    flexBasis: 0,
                  }}
                />
              )
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** Opacity of a bar that isn't complete. */
export const FADED = 0.28;
