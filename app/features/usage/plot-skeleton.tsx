import { Skeleton } from "#app/components/ui/skeleton.tsx";

/** In percent, each only once. */
const HEIGHTS = [38, 52, 46, 60, 72, 58, 44, 30, 22, 26, 40, 64, 80, 74, 62, 54, 48, 56, 66, 50];

/** The chart's height, the same whatever is shown in its place. */
export const PLOT_SIZE = "h-59 max-sm:h-52.5";

/** Fills the place of the chart. */
export function PlotSkeleton() {
  return (
    <div className="flex size-full items-end gap-2 px-1 pb-6.5 max-sm:gap-1" aria-hidden="true">
      {HEIGHTS.map((height) => (
        <Skeleton
          key={height}
          className="flex-1 rounded-t-[3px] rounded-b-none"
          style={{ height: `${height}%` }}
        />
      ))}
    </div>
  );
}
