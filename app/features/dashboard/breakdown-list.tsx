import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { type RankedColumn, RankedList } from "#app/features/analytics/ranked-list.tsx";
import type { BreakdownRow, BreakdownView } from "#app/lib/analytics/breakdown-view.ts";
import { usedShortText, usedTexts } from "#app/lib/analytics/unit-text.ts";
import { formatExactDollars, formatNumber, formatSum } from "#app/lib/format.ts";
import { useUsageFilter } from "#app/lib/use-usage-filter.ts";
import { TOP_LIST_SIZE } from "#core/domain/ranges.ts";

const HEADS = { keys: "Key", endpoints: "Endpoint", models: "Model" };
const COLUMNS: RankedColumn<BreakdownRow>[] = [
  {
    head: "Requests",
    size: "w-16 max-sm:hidden",
    tone: "text-ink-2",
    text: ({ requests }) => formatNumber(requests),
  },
  {
    head: "Usage",
    size: "w-24 max-sm:hidden",
    tone: "text-ink-2",
    text: usedShortText,
  },
  { head: "Spend", size: "w-16", tone: "font-medium", text: ({ cost }) => formatSum(cost) },
];

const exactOf = (row: BreakdownRow) => [formatExactDollars(row.cost), ...usedTexts(row)].join(" · ");

type BreakdownListProps = { rows: BreakdownRow[]; view: BreakdownView };

export function BreakdownList({ rows, view }: BreakdownListProps) {
  const [all, setAll] = useState(false);
  const { linkTo } = useUsageFilter();
  // A button for one more row would take the room of that row.
  const isLong = rows.length > TOP_LIST_SIZE + 1;
  const shown = isLong && !all ? rows.slice(0, TOP_LIST_SIZE) : rows;
  return (
    <div className="p-2">
      <RankedList
        head={HEADS[view]}
        mono={view !== "keys"}
        columns={COLUMNS}
        shareSize="w-12"
        rows={shown.map((row) => ({
          ...row,
          link: row.filter && linkTo(row.filter),
          quiet: view === "models" && row.filter === null,
          exact: exactOf(row),
        }))}
      />
      {isLong && (
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="mt-1 px-3 max-lg:px-2"
        >
          {all ? `Show top ${TOP_LIST_SIZE}` : `Show all ${rows.length}`}
        </Button>
      )}
    </div>
  );
}
