import { Skeleton } from "#app/components/ui/skeleton.tsx";

const ROWS = ["first", "second"];

/** Rows as high as those that come. */
export function SessionsSkeleton() {
  return (
    <output aria-busy="true" aria-label="Loading sessions" className="block divide-y">
      {ROWS.map((row) => (
        <div key={row} className="flex h-18 items-center gap-3 px-5 max-lg:px-4">
          <Skeleton className="size-5" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-36" />
            <Skeleton className="h-3 w-64 max-w-full" />
          </div>
          <Skeleton className="h-4 w-14" />
        </div>
      ))}
    </output>
  );
}
