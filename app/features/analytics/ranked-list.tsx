import { Link, type LinkProps } from "@remix-run/react";
import { formatPercent } from "#app/lib/format.ts";

/** Makes the whole row a link; the row is `relative isolate`. */
export const RowLink = (props: LinkProps) => (
  <Link
    className="after:absolute after:inset-0 after:rounded-item after:transition-colors hover:after:bg-hover"
    {...props}
  />
);

export const ShareBar = ({ percent }: { percent: number }) => (
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
}

export function RankedList<Row extends RankedRow>(props: RankedListProps<Row>) {
  const { head, columns, rows, mono = false } = props;
  const allColumns: RankedColumn<Row>[] = [
    ...columns,
    {
      head: "Share",
      size: "w-12 max-sm:hidden",
      tone: "text-ink-2",
      text: ({ share }) => formatPercent(share, 1),
    },
  ];
  return (
    <>
      <div
        className="flex h-7 items-center gap-4 px-3 text-caption text-ink-3 max-lg:px-2"
        aria-hidden="true"
      >
        <span className="flex-1">{head}</span>
        {allColumns.map((column) => (
          <span key={column.head} className={`text-right ${column.size}`}>
            {column.head}
          </span>
        ))}
      </div>
      <ol className="grid gap-0.5">
        {rows.map((row) => (
          <li
            key={row.id}
            className="relative isolate flex h-9 min-w-0 items-center gap-4 px-3 text-small max-lg:px-2"
          >
            <ShareBar percent={row.share} />
            <span
              className={`min-w-0 flex-1 truncate ${mono ? "font-mono text-[0.78125rem]" : ""}`}
              title={row.name}
            >
              {row.link ? <RowLink {...row.link}>{row.name}</RowLink> : row.name}
            </span>
            {allColumns.map(({ head: name, label = name, size, tone, text }) => (
              <span key={name} className={`text-right tabular-nums ${size} ${tone}`}>
                <span className="sr-only">{label} </span>
                {text(row)}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}
