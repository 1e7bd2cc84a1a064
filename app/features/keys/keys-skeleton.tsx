import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { cn } from "#app/lib/class-names.ts";

const ROWS = ["first", "second", "third", "fourth"];

/** Four rows: header 36 and rows of 52 as in the table, or items of the list on a phone. */
export function KeysSkeleton() {
  return (
    <output aria-busy="true" aria-label="Loading API keys" className="block">
      <div className="flex h-9 items-center gap-8 px-5 max-[48rem]:hidden">
        <Skeleton className="h-3 w-12" />
        <Skeleton className="h-3 w-16" />
      </div>
      {ROWS.map((row, at) => (
        <div key={row} className={cn("border-t", at === 0 && "max-[48rem]:border-t-0")}>
          <div className="flex h-[3.1875rem] items-center gap-8 px-5 max-[48rem]:hidden">
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="h-3.5 w-36" />
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="ml-auto h-3.5 w-16" />
          </div>
          <div className="grid h-36 content-center gap-2.5 px-4 min-[48rem]:hidden">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-3.5 w-40" />
            <Skeleton className="h-3 w-56" />
            <Skeleton className="mt-1 h-10 w-25 rounded-control" />
          </div>
        </div>
      ))}
      <div className="flex h-11 items-center border-t px-5 max-lg:px-4">
        <Skeleton className="h-3 w-32" />
      </div>
    </output>
  );
}
