import { type ReactNode, useId, useState } from "react";
import { RowToggle } from "#app/components/row-toggle.tsx";
import { TableHeading } from "#app/components/table-heading.tsx";
import type { Column, TableSpec } from "#app/components/table-spec.ts";
import { Table, TableCell, TableRow, TableRowHeader } from "#app/components/ui/table.tsx";
import { cn } from "#app/lib/class-names.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";

export interface DataTableProps<Row> extends TableSpec<Row> {
  rows: readonly Row[];
  /** One more row, which sums up the others. */
  footer?: Row | undefined;
  /** Before all rows: what the columns don't fit, as rows of the table and as items of the list. */
  lead?: { rows: ReactNode; items: ReactNode } | undefined;
}

export function DataTable<Row extends { id: string | number }>({
  rows,
  footer,
  lead,
  ...table
}: DataTableProps<Row>) {
  const { columns, item, narrowBelow, listClassName } = table;
  const isNarrow = useIsNarrow(narrowBelow);
  if (item && isNarrow) {
    return (
      <ul className={cn("divide-y", listClassName)}>
        {lead?.items}
        {rows.map((row) => (
          <Item key={row.id} row={row} table={table} item={item} />
        ))}
        {footer && <Item row={footer} table={table} item={item} className="bg-canvas" />}
      </ul>
    );
  }
  const body = rows.map((row) => <Rows key={row.id} row={row} table={table} />);
  return (
    <Table className={table.className}>
      <thead>
        <tr className={table.headClassName}>
          {columns.map((column) => (
            <TableHeading key={column.id ?? column.heading} {...column} />
          ))}
        </tr>
      </thead>
      {lead && <tbody>{lead.rows}</tbody>}
      {table.after ? body : <tbody>{body}</tbody>}
      {footer && (
        <tfoot>
          <TableRow className="bg-canvas font-medium">
            <Cells row={footer} columns={columns} />
          </TableRow>
        </tfoot>
      )}
    </Table>
  );
}

interface RowProps<Row> {
  row: Row;
  table: TableSpec<Row>;
}

function useDetails<Row>({ row, table: { details } }: RowProps<Row>) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const content = details?.of(row) ?? null;
  if (!details || content === null) return { id, toggle: null, isOpen: false, content };
  const toggle = (
    <RowToggle
      label={details.label(row)}
      open={open}
      controls={id}
      onToggle={() => setOpen(!open)}
      wholeRow={details.wholeRow}
    />
  );
  return { id, toggle, isOpen: open, content };
}

function Rows<Row>({ row, table }: RowProps<Row>) {
  const { columns, rowClassName, anchor, after, ownRow } = table;
  const { id, toggle, isOpen, content } = useDetails({ row, table });
  const own = ownRow?.(row, columns.length);
  if (own) return after ? <tbody>{own}</tbody> : own;
  const anchorId = anchor?.(row);
  const ownClassName = typeof rowClassName === "function" ? rowClassName(row) : rowClassName;
  const look = cn(table.details?.wholeRow && "relative", isOpen && "bg-canvas");
  const cells = <Cells row={row} columns={columns} toggle={toggle} />;
  const details = isOpen && (
    <tr className="bg-canvas" id={id}>
      <td colSpan={columns.length} className="px-5 pb-4 max-lg:px-4">
        {content}
      </td>
    </tr>
  );
  if (!after) {
    return (
      <>
        <TableRow id={anchorId} className={cn(look, ownClassName)}>
          {cells}
        </TableRow>
        {details}
      </>
    );
  }
  return (
    <tbody id={anchorId} className={ownClassName}>
      <TableRow className={look}>{cells}</TableRow>
      {details}
      {after(row, columns.length)}
    </tbody>
  );
}

interface CellsProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  toggle?: ReactNode;
}

const Cells = <Row,>({ row, columns, toggle }: CellsProps<Row>) =>
  columns.map(({ heading, id = heading, align, className, rowHeader, title, cell }) => {
    const Cell = rowHeader ? TableRowHeader : TableCell;
    return (
      <Cell
        key={id}
        title={title?.(row)}
        className={cn(align && "text-right whitespace-nowrap tabular-nums", className)}
      >
        {cell(row, toggle)}
      </Cell>
    );
  });

interface ItemProps<Row> extends RowProps<Row> {
  item: (row: Row, toggle: ReactNode) => ReactNode;
  className?: string;
}

function Item<Row>({ row, table, item, className }: ItemProps<Row>) {
  const { id, toggle, isOpen, content } = useDetails({ row, table });
  return (
    <li
      id={table.anchor?.(row)}
      className={cn("px-4 py-3", isOpen && "bg-canvas", table.itemClassName, className)}
    >
      {item(row, toggle)}
      {isOpen && (
        <div id={id} className="mt-3">
          {content}
        </div>
      )}
    </li>
  );
}
