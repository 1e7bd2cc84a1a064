import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { CircleAlert, type LucideIcon, RotateCw } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { toast } from "#app/lib/toast.ts";
import { ListSkeleton } from "./list-skeleton.tsx";
import { billingMessages } from "./messages.ts";

interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

interface PagedPanelProps<Item> {
  query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  /** What is said when it cannot be loaded. */
  failed: string;
  loading: string;
  empty: { icon: LucideIcon; title: string; description: string; action?: ReactNode };
  children: (items: Item[]) => ReactNode;
  /** Right of the count; `complete` once the last page is there. */
  footer?: (items: Item[], complete: boolean) => ReactNode;
}

/** A list that grows by pages, in each of its states. */
export function PagedPanel<Item>({ query, failed, loading, empty, children, footer }: PagedPanelProps<Item>) {
  const { data, isError, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  useEffect(() => {
    if (isFetchNextPageError) toast({ ...billingMessages.moreFailed, tone: "danger" });
  }, [isFetchNextPageError]);
  if (!data) {
    return isError ? (
      <Failed title={failed} busy={isFetching} onRetry={() => query.refetch()} />
    ) : (
      <ListSkeleton label={loading} />
    );
  }
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <EmptyState {...empty} />;
  return (
    <>
      {children(items)}
      {hasNextPage && (
        <div className="border-t px-5 py-3 text-center max-lg:px-4">
          <Button
            size="sm"
            busy={isFetchingNextPage}
            onClick={() => query.fetchNextPage()}
            className="min-w-28"
          >
            {isFetchingNextPage ? "Loading…" : "Load more"}
          </Button>
        </div>
      )}
      <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t px-5 py-3 text-caption text-ink-3 tabular-nums max-lg:px-4">
        <span>
          Showing {items.length}
          {hasNextPage ? "" : ", all there are"}
        </span>
        {footer?.(items, !hasNextPage)}
      </footer>
    </>
  );
}

function Failed({ title, busy, onRetry }: { title: string; busy: boolean; onRetry(): void }) {
  return (
    <EmptyState
      role="alert"
      icon={CircleAlert}
      title={title}
      action={
        <Button busy={busy} onClick={onRetry}>
          {!busy && <RotateCw aria-hidden="true" />}
          Retry
        </Button>
      }
    />
  );
}
