import { CalendarDays, RefreshCw } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { cn } from "#app/lib/class-names.ts";
import { useOnline } from "#app/lib/code/use-online.ts";
import { RANGES, type Range } from "#core/domain/ranges.ts";
import { RANGE_LABELS } from "./messages.ts";

const CHOICES = RANGES.map((value) => ({ value, label: RANGE_LABELS[value] }));

interface UsageActionsProps {
  range: Range;
  onRange: (range: string) => void;
  refreshing: boolean;
  onRefresh: () => void;
}

export function UsageActions({ range, onRange, refreshing, onRefresh }: UsageActionsProps) {
  const online = useOnline();
  return (
    <>
      <Select
        // Early presses find the button by it once the page replaces its outline.
        id="time-range"
        value={range}
        onValueChange={onRange}
        choices={CHOICES}
        aria-label="Time range"
        icon={<CalendarDays strokeWidth={1.75} aria-hidden="true" />}
        align="end"
        className="max-sm:flex-1"
      />
      <Button
        aria-disabled={refreshing || !online}
        title={online ? undefined : "You’re offline"}
        className={cn(refreshing && online && "opacity-100")}
        onClick={onRefresh}
      >
        <RefreshCw strokeWidth={1.75} className={cn(refreshing && "animate-spin")} aria-hidden="true" />
        Refresh
      </Button>
      <span role="status" className="sr-only">
        {refreshing ? "Loading analytics" : ""}
      </span>
    </>
  );
}
