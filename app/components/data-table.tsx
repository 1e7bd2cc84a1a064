import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import type { ReactNode } from "react";
import { Table, TableCell, TableHeaderCell, TableRow } from "#app/components/ui/table.tsx";
import { cn } from "#app/lib/class-names.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";

export interface Column<Row> {
  heading: string;
  /** Only screen readers need the heading. */
  hidden?: true;
  align?: "right";
  className?: string;
  /** Makes the heading a button that sorts; `direction` is null while the rows are in another order. */
  sort?: { direction: "ascending" | "descending" | null; onSort: () => void };
  cell: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  rows: Row[];
  columns: Column<Row>[];
  /** The content of a row in the list that replaces the table on narrow screens. */
  item: (row: Row) => ReactNode;
  /** Pixels. */
  narrowBelow?: number;
  /** Of each row. */
  rowClassName?: string;
  headClassName?: string;
}

export function DataTable<Row extends { id: string | number }>({
  rows,
  columns,
  item,
  narrowBelow,
  rowClassName,
  headClassName,
}: DataTableProps<Row>) {
  if (useIsNarrow(narrowBelow)) {
    return (
      <ul className="divide-y">
        {rows.map((row) => (
          <li key={row.id} className="px-4 py-3">
            {item(row)}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <Table>
      <thead>
        <tr className={headClassName}>
          {columns.map((column) => (
            <Heading key={column.heading} {...column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row.id} className={rowClassName}>
            {columns.map(({ heading, align, className, cell }) => (
              <TableCell
                key={heading}
                className={cn(align && "text-right whitespace-nowrap tabular-nums", className)}
              >
                {cell(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

type HeadingProps = Pick<Column<never>, "heading" | "hidden" | "align" | "sort">;

function Heading({ heading, hidden, align, sort }: HeadingProps) {
  const Arrow = sort?.direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <TableHeaderCell
      className={cn(align && "text-right")}
      {...(sort?.direction && { "aria-sort": sort.direction })}
    >
      {sort ? (
        <button
          type="button"
          onClick={sort.onSort}
          className={cn(
            "group inline-flex items-center gap-1 rounded-tag align-top whitespace-nowrap hover:text-ink",
            align && "flex-row-reverse",
            sort.direction && "text-ink",
          )}
        >
          {heading}
          {/* Keeps its room, so that no column moves when another one is sorted. */}
          <Arrow
            className={cn(
              "size-3.5 shrink-0",
              !sort.direction && "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60",
            )}
            aria-hidden="true"
          />
        </button>
      ) : hidden ? (
        <span className="sr-only">{heading}</span>
      ) : (
        heading
      )}
    </TableHeaderCell>
  );
}
