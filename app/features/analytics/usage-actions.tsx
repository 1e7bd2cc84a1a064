import CalendarDays from "lucide-react/icons/calendar-days";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { Button } from "#app/components/ui/button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { cn } from "#app/lib/class-names.ts";
import { useOnline } from "#app/lib/code/use-online.ts";
import { RANGES } from "#core/domain/ranges.ts";
import { RANGE_LABELS } from "./messages.ts";
import { useRange } from "./use-analytics.ts";

const CHOICES = RANGES.map((value) => ({ value, label: RANGE_LABELS[value] }));

type UsageActionsProps = { refreshing: boolean; onRefresh: () => void };

export function UsageActions({ refreshing, onRefresh }: UsageActionsProps) {
  const [range, chooseRange] = useRange();
  const online = useOnline();
  return (
    <>
      <Select
        // Early presses find the button by its id once the page replaces its outline.
        id="time-range"
        value={range}
        onValueChange={chooseRange}
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
