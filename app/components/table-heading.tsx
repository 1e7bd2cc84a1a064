import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import type { Column } from "#app/components/table-spec.ts";
import { TableHeaderCell } from "#app/components/ui/table.tsx";
import { cn } from "#app/lib/class-names.ts";

type TableHeadingProps = Pick<Column<never>, "heading" | "hidden" | "align" | "sort" | "headingClassName">;

export function TableHeading({ heading, hidden, align, sort, headingClassName }: TableHeadingProps) {
  const Arrow = sort?.direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <TableHeaderCell
      aria-sort={sort?.direction ?? undefined}
      className={cn(align && "text-right whitespace-nowrap", headingClassName)}
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
