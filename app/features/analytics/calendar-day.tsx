import { cn } from "#app/lib/class-names.ts";
import { formatWeekday } from "#app/lib/wall-clock.ts";

interface CalendarDayProps {
  day: string;
  /** Of the month before. */
  isOutside: boolean;
  isFuture: boolean;
  isToday: boolean;
  isFocusable: boolean;
  first: string | null;
  last: string | null;
  onPick: (day: string) => void;
}

export function CalendarDay(props: CalendarDayProps) {
  const { day, isOutside, isFuture, isToday, isFocusable, first, last, onPick } = props;
  const date = Number(day.slice(8));
  const frame = "grid h-8 place-items-center text-small tabular-nums max-lg:h-10";
  if (isOutside) {
    return (
      <td className="p-0 pt-0.5">
        <span aria-hidden="true" className={cn(frame, "text-ink-3")}>
          {date}
        </span>
      </td>
    );
  }
  const inside = first !== null && last !== null && day >= first && day <= last;
  const isEnd = day === first || day === last;
  return (
    <td className="p-0 pt-0.5">
      <span
        className={cn(
          frame,
          inside && "bg-accent-soft",
          day === first && "rounded-l-control",
          day === last && "rounded-r-control",
        )}
      >
        <button
          type="button"
          data-day={day}
          tabIndex={isFocusable ? 0 : -1}
          aria-label={`${formatWeekday(day)}${isToday ? ", today" : ""}`}
          aria-current={isToday ? "date" : undefined}
          aria-pressed={inside}
          aria-disabled={isFuture}
          onClick={() => !isFuture && onPick(day)}
          className={cn(
            "grid h-8 w-full place-items-center rounded-control transition-colors max-lg:h-10",
            isFuture ? "text-ink-3" : !isEnd && "hover:bg-hover",
            inside && !isEnd && "text-accent-ink",
          )}
        >
          <span
            className={cn(
              isEnd &&
                "grid size-8 place-items-center rounded-control bg-accent font-medium text-on-accent max-lg:size-10",
              isToday && "font-medium underline decoration-2 underline-offset-4",
              isToday && !isEnd && "text-ink decoration-accent",
            )}
          >
            {date}
          </span>
        </button>
      </span>
    </td>
  );
}
