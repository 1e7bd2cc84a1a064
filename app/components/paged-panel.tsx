import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { DataTable } from "#app/components/data-table.tsx";
import { ListFooter } from "#app/components/list-footer.tsx";
import { listMessages } from "#app/components/messages.ts";
import { QueryState } from "#app/components/query-state.tsx";
import { TableSkeleton } from "#app/components/table-skeleton.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { cn } from "#app/lib/class-names.ts";
import { toast } from "#app/lib/toast.ts";

const SKELETON_ROWS = 6;

interface PagedPanelProps<Item> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>;
  /** Title when it can't be loaded. */
  failed: string;
  loading: string;
  /** The table in `children`, for its skeleton. */
  table: TableSpec<never>;
  empty: { icon: LucideIcon; title: string; description: string; action?: ReactNode };
  /** After the count, where a pointer is likely. */
  hint?: string;
  /** In place of the number of items. */
  shown?: (items: Item[]) => string;
  children: (items: Item[]) => ReactNode;
}

interface PagedTableProps<Item> extends Omit<PagedPanelProps<Item>, "table" | "children"> {
  table: TableSpec<Item>;
  /** Between the table and the count. */
  after?: ReactNode;
}

/** A table that grows page by page, in each of its states. */
export const PagedTable = <Item extends { id: string | number }>({
  after,
  ...props
}: PagedTableProps<Item>) => (
  <PagedPanel {...props}>
    {(items) => (
      <>
        <DataTable {...props.table} rows={items} />
        {after}
      </>
    )}
  </PagedPanel>
);

/** A list that grows page by page, in each of its states. */
export function PagedPanel<Item>({ failed, loading, table, ...props }: PagedPanelProps<Item>) {
  const { query } = props;
  const { isFetchNextPageError } = query;
  useEffect(() => {
    if (isFetchNextPageError) toast.failure(listMessages.moreFailed);
  }, [isFetchNextPageError]);
  return (
    <QueryState
      query={query}
      loading={loading}
      skeleton={<TableSkeleton table={table} rows={SKELETON_ROWS} />}
      failed={{ title: failed, variant: "list", blockedOnly: true }}
    >
      {({ pages }) => <Items {...props} items={pages.flatMap((page) => page.items)} />}
    </QueryState>
  );
}

type ItemsProps<Item> = Omit<PagedPanelProps<Item>, "failed" | "loading" | "table"> & { items: Item[] };

function Items<Item>({ query, empty, hint, shown, children, items }: ItemsProps<Item>) {
  const { hasNextPage, isPlaceholderData } = query;
  return (
    <div
      aria-busy={isPlaceholderData}
      className={cn("transition-opacity", isPlaceholderData && "opacity-60")}
    >
      {items.length === 0 ? (
        <EmptyState {...empty} />
      ) : (
        <>
          {children(items)}
          <ListFooter query={query}>
            {shown ? shown(items) : countText(items.length, hasNextPage)}
            {hint && <span className="max-sm:hidden"> · {hint}</span>}
          </ListFooter>
        </>
      )}
    </div>
  );
}

export function countText(count: number, hasMore: boolean): string {
  if (hasMore || count === 1) return `Showing ${count}`;
  return `Showing all ${count}`;
}
