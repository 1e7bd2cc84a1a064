import { outlineOf } from "#app/components/charts/swatch.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatPercent } from "#app/lib/format.ts";
import { LEGEND_LIST, LEGEND_ROW } from "./legend-skeleton.tsx";
import { STACK_LABELS } from "./stack-choice.ts";
import type { StackedView, StackSeries } from "./stack-view.ts";

interface StackLegendProps extends Pick<StackedView, "stack" | "alone"> {
  toggle: (id: string) => void;
}

/** Below the chart: what its colors stand for. A click shows one of the series alone. */
export default function StackLegend({ stack, alone, toggle }: StackLegendProps) {
  return (
    <ul aria-label={STACK_LABELS[stack.by]} className={LEGEND_LIST}>
      {stack.series.map((series) => (
        <li key={series.id} className="min-w-0">
          <button
            type="button"
            aria-pressed={series === alone}
            title={`${series.name}: ${stack.formatExact(series.total)}`}
            className={cn(
              LEGEND_ROW,
              "transition-colors hover:bg-hover",
              series === alone && "bg-fill",
              alone && series !== alone && "text-ink-3",
            )}
            onClick={() => toggle(series.id)}
          >
            <Mark layer={series.layer} faded={alone !== undefined && series !== alone} />
            <span
              className={cn("min-w-0 flex-1 truncate text-left", series.isOther && !alone && "text-ink-2")}
            >
              {series.name}
            </span>
            <span translate="no" className="font-medium tabular-nums">
              {stack.format(series.total)}
            </span>
            <span translate="no" className="w-11 text-right text-caption text-ink-3 tabular-nums">
              {formatPercent(series.share, 1)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const Mark = ({ layer, faded }: Pick<StackSeries, "layer"> & { faded: boolean }) => (
  <span
    className={cn("size-2.5 shrink-0 rounded-[3px]", faded && "opacity-40")}
    style={{ background: layer.color, ...outlineOf(layer) }}
    aria-hidden="true"
  />
);
