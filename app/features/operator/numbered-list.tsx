import type { UseQueryResult } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import SearchX from "lucide-react/icons/search-x";
import { DataTable } from "#app/components/data-table.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { TableSkeleton } from "#app/components/table-skeleton.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";
import { Button } from "#app/components/ui/button.tsx";
import { CardFooter } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatNumber } from "#app/lib/format.ts";

/** The API's default. */
export const PAGE_SIZE = 25;

interface Page<Item> {
  items: Item[];
  page: number;
  pages: number;
  /** Items of all pages. */
  total: number;
}

type Text =
  | "loading"
  | "failed"
  | "none"
  | "noneHint"
  | "noMatch"
  | "noMatchHint"
  | "clear"
  | "pastEnd"
  | "pastEndHint"
  | "firstPage";

interface NumberedListProps<Item> {
  query: UseQueryResult<Page<Item>>;
  table: TableSpec<Item>;
  /** Placeholders while it loads. */
  rows: number;
  icon: LucideIcon;
  texts: Record<Text, string>;
  isFiltered: boolean;
  onPage: (page: number) => void;
  /** Clears the filters. */
  onClear: () => void;
}

/** A list with numbered pages, in each of its states. */
export function NumberedList<Item extends { id: string | number }>(props: NumberedListProps<Item>) {
  const { query, table, rows, texts } = props;
  const { isPlaceholderData } = query;
  return (
    <QueryState
      query={query}
      loading={texts.loading}
      skeleton={<TableSkeleton footed table={table} rows={rows} />}
      failed={{ title: texts.failed, variant: "list" }}
    >
      {(data) =>
        data.items.length === 0 ? (
          <NoItems {...props} total={data.total} />
        ) : (
          <div
            aria-busy={isPlaceholderData}
            className={cn("transition-opacity", isPlaceholderData && "opacity-60")}
          >
            <DataTable {...table} rows={data.items} />
            <PageControls {...data} busy={isPlaceholderData} onPage={props.onPage} />
          </div>
        )
      }
    </QueryState>
  );
}

type NoItemsProps = Pick<NumberedListProps<never>, "icon" | "texts" | "isFiltered" | "onPage" | "onClear"> & {
  total: number;
};

function NoItems({ icon, texts, isFiltered, total, onPage, onClear }: NoItemsProps) {
  if (total > 0) {
    return (
      <EmptyState
        icon={icon}
        title={texts.pastEnd}
        description={texts.pastEndHint}
        action={<Button onClick={() => onPage(1)}>{texts.firstPage}</Button>}
      />
    );
  }
  if (!isFiltered) return <EmptyState icon={icon} title={texts.none} description={texts.noneHint} />;
  return (
    <EmptyState
      icon={SearchX}
      title={texts.noMatch}
      description={texts.noMatchHint}
      action={<Button onClick={onClear}>{texts.clear}</Button>}
    />
  );
}

interface PageControlsProps extends Page<unknown> {
  busy: boolean;
  onPage: (page: number) => void;
}

/** The buttons keep the focus at either end. */
function PageControls({ items, page, pages, total, busy, onPage }: PageControlsProps) {
  const before = (page - 1) * PAGE_SIZE;
  return (
    <CardFooter className="min-h-13">
      <p role="status" className="tabular-nums">
        {formatNumber(before + 1)} – {formatNumber(before + items.length)} of {formatNumber(total)}
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
