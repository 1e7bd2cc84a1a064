import { Coins } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { type Range, TOP_LIST_SIZE } from "#core/domain/ranges.ts";
import { BreakdownHeads, BreakdownRowItem } from "./breakdown-rows.tsx";
import type { BreakdownRow, BreakdownView } from "./breakdown-view.ts";
import { RANGE_PHRASES } from "./messages.ts";

interface BreakdownListProps {
  rows: BreakdownRow[];
  view: BreakdownView;
  range: Range;
}

/** The first rows, and the others on demand. */
export function BreakdownList({ rows, view, range }: BreakdownListProps) {
  const [all, setAll] = useState(false);
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={Coins}
        title={`No requests in ${RANGE_PHRASES[range]}`}
        description="What your requests cost appears here."
        className="py-10"
      />
    );
  }
  return (
    <div className="p-2">
      <BreakdownHeads view={view} />
      <ol className="grid gap-0.5">
        {rows.slice(0, all ? rows.length : TOP_LIST_SIZE).map((row) => (
          <BreakdownRowItem key={row.id} row={row} view={view} />
        ))}
      </ol>
      {rows.length > TOP_LIST_SIZE && (
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
