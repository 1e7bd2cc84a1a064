import type { TrendLayer } from "./trend.ts";

const HATCHES = { fine: "0 1.5px, transparent 1.5px 3px", coarse: "0 2px, transparent 2px 5px" };

/** As drawn in a chart; a hatch is fine on a small area. */
export const layerBackground = ({ color, hatched = false }: TrendLayer, hatch: keyof typeof HATCHES) =>
  hatched
    ? `repeating-linear-gradient(-45deg, ${color} ${HATCHES[hatch]}), color-mix(in oklab, ${color} 22%, transparent)`
    : color;

export const outlineOf = ({ line }: TrendLayer) => line && { boxShadow: `inset 0 0 0 1px ${line}` };

export const Swatch = ({ layer }: { layer: TrendLayer }) => (
  <span
    className="size-2 shrink-0 rounded-[2px]"
    style={{ background: layerBackground(layer, "fine"), ...outlineOf(layer) }}
    aria-hidden="true"
  />
);
