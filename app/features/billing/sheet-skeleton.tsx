import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { cn } from "#app/lib/class-names.ts";

/** A receipt or another sheet of paper; `block` is the height of its list. */
export const SheetSkeleton = ({ className, block }: { className: string; block: string }) => (
  <div className={cn("px-6 py-6", className)}>
    <Skeleton className="h-6 w-32" />
    <Skeleton className="mt-6 h-9 w-40" />
    <Skeleton className={cn("mt-8 w-full", block)} />
  </div>
);
