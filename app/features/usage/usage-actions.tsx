import { CalendarDays, RefreshCw } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "#app/components/ui/select.tsx";
import { cn } from "#app/lib/class-names.ts";
import { RANGES, type Range } from "#core/domain/ranges.ts";
import { RANGE_LABELS } from "./messages.ts";

interface UsageActionsProps {
  range: Range;
  onRange: (range: string) => void;
  refreshing: boolean;
  onRefresh: () => void;
}

export function UsageActions({ range, onRange, refreshing, onRefresh }: UsageActionsProps) {
  return (
    <>
      <Select value={range} onValueChange={onRange}>
        <SelectTrigger aria-label="Time range" className="max-sm:flex-1">
          <CalendarDays strokeWidth={1.75} aria-hidden="true" />
          <SelectValue>{RANGE_LABELS[range]}</SelectValue>
        </SelectTrigger>
        <SelectContent align="end">
          {RANGES.map((value) => (
            <SelectItem key={value} value={value}>
              {RANGE_LABELS[value]}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
      <Button aria-disabled={refreshing} className={cn(refreshing && "opacity-100")} onClick={onRefresh}>
        <RefreshCw strokeWidth={1.75} className={cn(refreshing && "animate-spin")} aria-hidden="true" />
        Refresh
      </Button>
      <span role="status" className="sr-only">
        {refreshing ? "Loading analytics" : ""}
      </span>
    </>
  );
}
