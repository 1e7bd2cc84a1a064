import type { TableSpec } from "#app/components/table-spec.ts";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { BODY_CELL, HEADER_CELL } from "#app/components/ui/table.tsx";
import { cn } from "#app/lib/class-names.ts";
import type { Width } from "#app/lib/use-is-narrow.ts";

interface TableSkeletonProps {
  table: TableSpec<never>;
  rows: number;
  /** Adds room for what follows the rows in the card. */
  footed?: true;
}

/** The style sheet hides one of them, because the server doesn't know the window's width. */
const HIDDEN: Record<Width, { table: string; list: string }> = {
  sm: { table: "max-sm:hidden", list: "sm:hidden" },
  lg: { table: "max-lg:hidden", list: "lg:hidden" },
  wide: { table: "max-[75rem]:hidden", list: "min-[75rem]:hidden" },
};

/** A table's columns, or its list on narrow screens, while the rows load. */
export function TableSkeleton({ table, rows, footed }: TableSkeletonProps) {
  const { item, narrowBelow = "sm", listClassName } = table;
  const hidden = HIDDEN[narrowBelow];
  const places = Array.from({ length: rows }, (_, at) => at);
  return (
    <div aria-hidden="true">
      <Columns table={table} places={places} className={item && hidden.table} />
      {item && (
        <div className={cn("divide-y", listClassName, hidden.list)}>
          {places.map((at) => (
            <div
              key={at}
              className={cn("flex h-17 items-center justify-between gap-8 px-4", table.itemHeight)}
            >
              <span className="grid gap-2">
                <Skeleton className="h-3.5 w-36" />
                <Skeleton className="h-3 w-24" />
              </span>
              <Skeleton className="h-3.5 w-16" />
            </div>
          ))}
        </div>
      )}
      {footed && <div className="h-13 border-t" />}
    </div>
  );
}

interface ColumnsProps {
  table: TableSpec<never>;
  places: readonly number[];
  className: string | undefined;
}

/** Not a `table`, so that its rows aren't counted or read as such. */
const Columns = ({ table: { columns, ...table }, places, className }: ColumnsProps) => (
  <div className={cn("table w-full border-collapse text-small", table.className, className)}>
    <div className={cn("table-row", table.headClassName)}>
      {columns.map(({ heading, hidden, align, headingClassName }) => (
        <div
          key={heading}
          className={cn(
            HEADER_CELL,
            "table-cell align-middle",
            align && "text-right whitespace-nowrap",
            headingClassName,
          )}
        >
          {!hidden && heading}
        </div>
      ))}
    </div>
    {places.map((at) => (
      <div key={at} className="table-row border-t">
        {columns.map(({ heading, hidden, align, className: cell }) => (
          <div key={heading} className={cn(BODY_CELL, cell, "table-cell align-middle")}>
            {!hidden && <Skeleton className={cn("h-3.5 w-20 max-w-full", align && "ml-auto w-12")} />}
          </div>
        ))}
      </div>
    ))}
  </div>
);
