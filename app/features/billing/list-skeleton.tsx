import { Skeleton } from "#app/components/ui/skeleton.tsx";

const ROWS = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** Header and rows of the tables, or items of the lists on a phone. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <output aria-busy="true" aria-label={label} className="block">
      <div className="flex h-9 items-center gap-8 px-5 max-sm:hidden">
        <Skeleton className="h-3 w-12" />
        <Skeleton className="h-3 w-20" />
      </div>
      {ROWS.map((row) => (
        <div
          key={row}
          className="flex h-13 items-center gap-8 border-t px-5 max-sm:h-17 max-sm:px-4 max-sm:first-of-type:border-t-0"
        >
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-3.5 w-32 max-sm:hidden" />
          <Skeleton className="ml-auto h-3.5 w-16" />
        </div>
      ))}
    </output>
  );
}
