import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { ListFooter } from "#app/components/list-footer.tsx";
import { PageLoadFailure } from "#app/components/load-failure.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { asBlocked } from "#app/lib/blocked-request.ts";
import { toast } from "#app/lib/toast.ts";

export const MORE_FAILED = { title: "Error", description: "Failed to load more. Please try again." };

const SKELETON_ROWS = ["first", "second", "third", "fourth", "fifth", "sixth"];

interface PagedPanelProps<Item> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>;
  /** Title when it can't be loaded. */
  failed: string;
  loading: string;
  empty: { icon: LucideIcon; title: string; description: string; action?: ReactNode };
  /** After the count, where a pointer is likely. */
  hint?: string;
  /** In place of the number of items. */
  shown?: (items: Item[]) => string;
  children: (items: Item[], complete: boolean) => ReactNode;
}

/** A list that grows page by page, in each of its states. */
export function PagedPanel<Item>({
  query,
  failed,
  loading,
  empty,
  hint,
  shown,
  children,
}: PagedPanelProps<Item>) {
  const { data, isError, isFetching, hasNextPage, isFetchNextPageError } = query;
  useEffect(() => {
    if (isFetchNextPageError) toast({ ...MORE_FAILED, tone: "danger" });
  }, [isFetchNextPageError]);
  if (!data) {
    if (!isError) return <ListSkeleton label={loading} />;
    return (
      <PageLoadFailure
        title={failed}
        reason={asBlocked(query.error)?.message}
        busy={isFetching}
        onRetry={() => query.refetch()}
      />
    );
  }
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <EmptyState {...empty} />;
  return (
    <>
      {children(items, !hasNextPage)}
      <ListFooter query={query}>
        {shown ? shown(items) : countText(items.length, hasNextPage)}
        {hint && <span className="max-sm:hidden"> · {hint}</span>}
      </ListFooter>
    </>
  );
}

function countText(count: number, hasMore: boolean): string {
  if (hasMore || count === 1) return `Showing ${count}`;
  return `Showing all ${count}`;
}

/** Sized like the rows of a table, or the items of a list on a phone. */
const ListSkeleton = ({ label }: { label: string }) => (
  <output aria-busy="true" aria-label={label} className="block">
    <div className="flex h-9 items-center gap-8 px-5 max-sm:hidden">
      <Skeleton className="h-3 w-12" />
      <Skeleton className="h-3 w-20" />
    </div>
    {SKELETON_ROWS.map((row) => (
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
