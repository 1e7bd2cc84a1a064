import CalendarDays from "lucide-react/icons/calendar-days";
import ChevronDown from "lucide-react/icons/chevron-down";
import { type ButtonHTMLAttributes, forwardRef } from "react";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { rangeLabel } from "#app/lib/analytics/range-text.ts";
import { useKeptRange, useRange } from "#app/lib/use-range.ts";

const loadPanel = () => import("./range-panel.tsx");

/** The range of the page, in its address. The choice is loaded when the button is touched or focused. */
export function RangePicker({ outline }: { outline: boolean }) {
  const [range, choose] = useRange();
  useKeptRange();
  if (outline) return <RangeButton aria-disabled />;
  const button = <RangeButton label={rangeLabel(range)} />;
  return (
    <OnDemand load={loadPanel} popup="dialog" trigger={button} props={{ chosen: range, onChoose: choose }} />
  );
}

type RangeButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { label?: string };

/** Without a label, shows the one that the inline script has set. */
const RangeButton = forwardRef<HTMLButtonElement, RangeButtonProps>(function RangeButton(
  { label, ...rest },
  ref,
) {
  return (
    <button
      ref={ref}
      type="button"
      className="inline-flex h-9 min-w-0 items-center gap-2 rounded-control border border-edge bg-surface px-3 text-small font-medium whitespace-nowrap shadow-card transition-colors hover:bg-fill max-lg:h-10 max-sm:flex-1 [&_svg]:shrink-0 [&_svg]:text-ink-3"
      {...rest}
    >
      <CalendarDays strokeWidth={1.75} className="size-4" aria-hidden="true" />
      <span className="sr-only">Time range: </span>
      {label === undefined ? (
        <span className="min-w-0 flex-1 truncate text-left before:content-[var(--range-label,'Last_24_hours')]" />
      ) : (
        <span className="min-w-0 flex-1 truncate text-left">{label}</span>
      )}
      <ChevronDown className="size-3.5" aria-hidden="true" />
    </button>
  );
});
