import { Link, type LinkProps } from "@remix-run/react";
import { cn } from "#app/lib/class-names.ts";
import { formatPercent } from "#app/lib/format.ts";

/** Makes the whole row a link; the row is `relative isolate`. */
export const RowLink = (props: LinkProps) => (
  <Link
    className="after:absolute after:inset-0 after:rounded-item after:transition-colors hover:after:bg-hover"
    {...props}
  />
);

/** None for all there is: a row that is filled from end to end looks selected. */
export const ShareBar = ({ percent }: { percent: number }) =>
  percent < 100 && (
    <span
      className="absolute inset-y-0 left-0 -z-10 rounded-item bg-accent-soft"
      style={{ width: `${percent}%` }}
      aria-hidden="true"
    />
  );

export type RowTarget = Pick<LinkProps, "to" | "preventScrollReset">;

interface RankedRow {
  id: string;
  name: string;
  /** In percent. */
  share: number;
  link: RowTarget | null;
  /** Not a name, such as “No model”. */
  quiet?: boolean;
  /** The exact figures, shown with the name when the row is pointed at. */
  exact?: string;
}

export interface RankedColumn<Row> {
  head: string;
  /** For screen readers, where the head is shortened. */
  label?: string;
  size: string;
  /** Not of the head. */
  tone: string;
  text: (row: Row) => string;
}

interface RankedListProps<Row> {
  head: string;
  columns: readonly RankedColumn<Row>[];
  rows: readonly Row[];
  mono?: boolean;
  /** Of the column with the share. */
  shareSize?: string;
}

const ROW = "flex items-center gap-4 px-3 max-lg:px-2 2xl:gap-3";

export function RankedList<Row extends RankedRow>(props: RankedListProps<Row>) {
  const { head, columns, rows, mono = false, shareSize = "w-12 max-sm:hidden" } = props;
  const allColumns: RankedColumn<Row>[] = [
    ...columns,
    {
      head: "Share",
      size: shareSize,
      tone: "text-ink-2",
      text: ({ share }) => formatPercent(share, 1),
    },
  ];
  return (
    <>
      <div className={`${ROW} h-7 text-caption text-ink-3`} aria-hidden="true">
        <span className="flex-1">{head}</span>
        {allColumns.map((column) => (
          <span key={column.head} className={`shrink-0 text-right ${column.size}`}>
            {column.head}
          </span>
        ))}
      </div>
      <ol className="grid gap-0.5">
        {rows.map((row) => (
          <li
            key={row.id}
            title={row.exact ? `${row.name} · ${row.exact}` : row.name}
            className={`${ROW} relative isolate min-h-9 min-w-0 text-small`}
          >
            <ShareBar percent={row.share} />
            <span
              translate="no"
              className={cn(
                // All of a long name, to a reader with a keyboard as well.
                "min-w-0 flex-1 truncate has-focus-visible:py-2 has-focus-visible:whitespace-normal has-focus-visible:wrap-anywhere",
                row.quiet ? "text-ink-3" : mono && "font-mono text-mono",
              )}
            >
              {row.link ? <RowLink {...row.link}>{row.name}</RowLink> : row.name}
            </span>
            {allColumns.map((column) => (
              <Cell key={column.head} column={column} row={row} />
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}

function Cell<Row>({ column, row }: { column: RankedColumn<Row>; row: Row }) {
  const { head, label = head, size, tone, text } = column;
  return (
    // A long amount reaches into the gap before it.
    <span
      translate="no"
      className={`flex shrink-0 justify-end whitespace-nowrap tabular-nums ${size} ${tone}`}
    >
      <span className="sr-only">{label} </span>
      {text(row)}
    </span>
  );
}
