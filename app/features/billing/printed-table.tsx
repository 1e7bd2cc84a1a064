import type { ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";

interface PrintedTableProps {
  title: string;
  headings: readonly string[];
  /** The first so many columns are text, the others numbers. */
  texts?: number;
  /** The last one is the total. */
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
  /** Instead of the table, if there is only a total. */
  none: string;
}

/** Its columns between the first and the last are left out on a phone's screen. */
export function PrintedTable({ title, headings, texts = 1, rows, none }: PrintedTableProps) {
  const last = headings.length - 1;
  const look = (at: number) =>
    cn(
      "h-8 px-2 first:pl-0 last:pr-0",
      at >= texts && "text-right whitespace-nowrap tabular-nums",
      at >= 2 && at < last && "max-sm:hidden print:table-cell",
    );
  return (
    <section>
      <h2 className="mt-8 text-body font-medium">{title}</h2>
      {rows.length <= 1 ? (
        <p className="mt-2 text-small text-ink-2">{none}</p>
      ) : (
        <table className="mt-1 w-full text-small max-sm:text-caption">
          <thead>
            <tr>
              {headings.map((heading, at) => (
                <th
                  key={heading}
                  scope="col"
                  className={cn("text-left text-caption font-medium text-ink-3", look(at))}
                >
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, cells }, row) => (
              <tr
                key={id}
                className={cn("break-inside-avoid border-t", row === rows.length - 1 && "font-medium")}
              >
                {cells.map((cell, at) => (
                  <td key={headings[at]} className={look(at)}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
