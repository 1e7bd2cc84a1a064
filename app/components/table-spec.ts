import type { ReactNode } from "react";
import type { Width } from "#app/lib/use-is-narrow.ts";

export interface Column<Row> {
  heading: string;
  /** Tells columns apart whose headings are names that readers have chosen, and may be the same. */
  id?: string;
  /** Only screen readers need the heading. */
  hidden?: true;
  align?: "right";
  /** Classes of the cells. */
  className?: string;
  headingClassName?: string;
  /** Its cells name their rows. */
  rowHeader?: true;
  /** Makes the heading a button that sorts; `direction` is null while the rows are in another order. */
  sort?: { direction: "ascending" | "descending" | null; onSort: () => void };
  title?: ((row: Row) => string | undefined) | undefined;
  /** `toggle` opens and closes the row's details. */
  cell: (row: Row, toggle: ReactNode) => ReactNode;
}

interface Details<Row> {
  /** Names the button of a row. */
  label: (row: Row) => string;
  /** The details; null for a row without any. */
  of: (row: Row) => ReactNode;
  /** A click anywhere on the row opens them. */
  wholeRow?: true;
}

/** All of a table but its rows: what it shows in columns, and what in a list on narrow screens. */
export interface TableSpec<Row> {
  columns: readonly Column<Row>[];
  className?: string;
  headClassName?: string;
  rowClassName?: string | ((row: Row) => string | undefined);
  /** The id of a row's element. */
  anchor?: (row: Row) => string;
  details?: Details<Row>;
  /** Further rows of the table that belong to a row. */
  after?: (row: Row, columns: number) => ReactNode;
  /** A whole row for one that the columns don't fit, else null. */
  ownRow?: (row: Row, columns: number) => ReactNode;
  /** The list replaces the table below this width, if there is an `item`. */
  narrowBelow?: Width;
  /** The content of a row in the list. */
  item?: (row: Row, toggle: ReactNode) => ReactNode;
  listClassName?: string;
  itemClassName?: string;
  /** Height of an item's placeholder. */
  itemHeight?: string;
}
