import { Button } from "#app/components/ui/button.tsx";
import { CardFooter } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { formatNumber } from "#app/lib/format.ts";

interface PageControlsProps {
  page: number;
  pages: number;
  /** Of this page. */
  count: number;
  total: number;
  pageSize: number;
  busy: boolean;
  onPage: (page: number) => void;
}

/** The buttons keep the focus at either end. */
export function PageControls({ page, pages, count, total, pageSize, busy, onPage }: PageControlsProps) {
  const before = (page - 1) * pageSize;
  return (
    <CardFooter className="min-h-13">
      <p role="status" className="tabular-nums">
        {formatNumber(before + 1)} – {formatNumber(before + count)} of {formatNumber(total)}
      </p>
      <div className="flex gap-2">
        <Button size="sm" busy={busy} aria-disabled={page <= 1 || undefined} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Button size="sm" aria-disabled={page >= pages || undefined} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </div>
    </CardFooter>
  );
}

/** Sized like the rows of a table, or the items of a list on a phone. */
export const ListSkeleton = ({ rows }: { rows: number }) => (
  <div>
    <div className="flex h-9 items-center gap-8 px-5 max-lg:px-4 max-[75rem]:hidden">
      <Skeleton className="h-3 w-16" />
      <Skeleton className="ml-auto h-3 w-16" />
      <Skeleton className="h-3 w-16" />
    </div>
    {Array.from({ length: rows }, (_, at) => (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
        key={at}
        className="flex h-13 items-center gap-8 border-t px-5 max-lg:px-4 max-[75rem]:h-25 max-[75rem]:first-of-type:border-t-0"
      >
        <span className="grid gap-1.5">
          <Skeleton className="h-3.5 w-44" />
          <Skeleton className="h-3 w-12" />
        </span>
        <Skeleton className="ml-auto h-3.5 w-16 max-[75rem]:hidden" />
        <Skeleton className="h-3.5 w-16 max-[75rem]:ml-auto" />
      </div>
    ))}
    <div className="h-13 border-t" />
  </div>
);
