import { Skeleton } from "#app/components/ui/skeleton.tsx";

const ROWS = ["first", "second", "third"];

/** Rows as high as those that come. */
export function NotificationsSkeleton() {
  return (
    <output aria-busy="true" aria-label="Loading notifications" className="block divide-y">
      {ROWS.map((row) => (
        <span key={row} className="flex gap-3 px-4 py-3.5">
          <Skeleton className="size-7 rounded-full" />
          <span className="grid flex-1 gap-2 py-1">
            <Skeleton className="h-3 w-40" />
            <Skeleton className="h-3 w-60" />
            <Skeleton className="h-2.5 w-20" />
          </span>
        </span>
      ))}
    </output>
  );
}
