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
  cell: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  rows: Row[];
  columns: Column<Row>[];
  /** The content of a row in the list that replaces the table on narrow screens. */
  item: (row: Row) => ReactNode;
  /** Pixels. */
  narrowBelow?: number;
}

export function DataTable<Row extends { id: string }>({
  rows,
  columns,
  item,
  narrowBelow,
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
        <tr>
          {columns.map(({ heading, hidden, align }) => (
            <TableHeaderCell key={heading} className={cn(align && "text-right")}>
              {hidden ? <span className="sr-only">{heading}</span> : heading}
            </TableHeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row.id}>
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
