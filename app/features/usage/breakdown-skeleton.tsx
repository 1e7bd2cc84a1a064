import { RowSkeleton } from "./dashboard-skeleton.tsx";

const WIDTHS = ["w-32", "w-24", "w-36", "w-20", "w-28"];

/** The head and the first rows. */
export const BreakdownSkeleton = () => (
  <div className="px-5 py-2 max-lg:px-4" aria-hidden="true">
    <RowSkeleton className="h-7" width="w-10" />
    <div className="grid gap-0.5">
      {WIDTHS.map((width) => (
        <RowSkeleton key={width} className="h-9" width={width} />
      ))}
    </div>
  </div>
);
