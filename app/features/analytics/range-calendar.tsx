import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatMonth } from "#app/lib/wall-clock.ts";
import { addMonths } from "#core/domain/months.ts";
import type { Month } from "#core/domain/ranges.ts";
import { CalendarDay } from "./calendar-day.tsx";
import { dayAfterKey, monthOf, WEEKDAYS, weeksOf } from "./calendar-view.ts";

interface RangeCalendarProps {
  month: Month;
  onMonth: (month: Month) => void;
  /** The last day that can be picked. */
  today: string;
  /** The chosen days, as far as they are known. */
  first: string | null;
  last: string | null;
  onPick: (day: string) => void;
}

/** One day at a time is in the tab order; the keys of https://www.w3.org/WAI/ARIA/apg/patterns/grid/ move it. */
export function RangeCalendar({ month, onMonth, today, first, last, onPick }: RangeCalendarProps) {
  const [reached, setReached] = useState<string | null>(null);
  const grid = useRef<HTMLTableElement>(null);
  const movedByKey = useRef(false);
  const focusable = dayInTabOrder(month, [reached, last, first, today]);

  useEffect(() => {
    if (!movedByKey.current) return;
    movedByKey.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${focusable}"]`)?.focus();
  }, [focusable]);

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = dayAfterKey(focusable, event.key, event.shiftKey);
    if (next === null) return;
    event.preventDefault();
    const day = next > today ? today : next;
    movedByKey.current = day !== focusable;
    setReached(day);
    onMonth(monthOf(day));
  };
  const title = formatMonth(month);
  return (
    <div className="mt-4">
      <div className="flex items-center justify-between">
        <MonthButton
          label="Previous month"
          Icon={ChevronLeft}
          onClick={() => onMonth(addMonths(month, -1))}
        />
        <p aria-live="polite" className="text-small font-medium">
          {title}
        </p>
        <MonthButton
          label="Next month"
          Icon={ChevronRight}
          disabled={month >= monthOf(today)}
          onClick={() => onMonth(addMonths(month, 1))}
        />
      </div>
      {/* Six weeks high, as some months are. */}
      <div className="mt-1 min-h-58 max-lg:min-h-70">
        <table ref={grid} aria-label={title} className="w-full table-fixed" onKeyDown={move}>
          <thead>
            <tr>
              {WEEKDAYS.map(({ short, long }) => (
                <th key={short} scope="col" abbr={long} className="h-7 text-micro font-normal text-ink-3">
                  {short}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month).map((week) => (
              <tr key={week[0]}>
                {week.map((day) => (
                  <CalendarDay
                    key={day}
                    day={day}
                    isOutside={monthOf(day) !== month}
                    isFuture={day > today}
                    isToday={day === today}
                    isFocusable={day === focusable}
                    first={first}
                    last={last}
                    onPick={onPick}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** The first of the candidates in the month, else its first day. */
const dayInTabOrder = (month: string, candidates: readonly (string | null)[]) =>
  candidates.find((day) => day !== null && monthOf(day) === month) ?? `${month}-01`;

type MonthButtonProps = { label: string; Icon: typeof ChevronLeft; disabled?: boolean; onClick: () => void };

const MonthButton = ({ label, Icon, disabled = false, onClick }: MonthButtonProps) => (
  <Button
    variant="ghost"
    size="icon"
    aria-label={label}
    disabled={disabled}
    onClick={onClick}
    className={cn("size-8 max-lg:size-10", disabled && "text-ink-3")}
  >
    <Icon aria-hidden="true" />
  </Button>
);
