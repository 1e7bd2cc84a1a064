import type { TrendLayer } from "./trend.ts";

/** As drawn in a chart. */
export const layerBackground = ({ color, hatched = false }: TrendLayer) =>
  hatched
    ? `repeating-linear-gradient(45deg, ${color} 0 1.5px, color-mix(in oklab, ${color} 22%, transparent) 1.5px 3px)`
    : color;

export const Swatch = ({ layer }: { layer: TrendLayer }) => (
  <span
    className="size-2 shrink-0 rounded-[2px]"
    style={{ background: layerBackground(layer) }}
    aria-hidden="true"
  />
);
