import Check from "lucide-react/icons/check";
import { type KeyboardEvent, useState } from "react";
import { rangeLabel } from "#app/lib/analytics/range-text.ts";
import type { ChosenRange } from "#app/lib/chosen-range.ts";
import { cn } from "#app/lib/class-names.ts";
import { dayOf, wallClock } from "#app/lib/local-time.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { addMonths } from "#core/domain/months.ts";
import { isMonth, RANGES } from "#core/domain/ranges.ts";
import { monthOf } from "./calendar-view.ts";
import { CustomRange } from "./custom-range.tsx";

const MONTHS_OFFERED = 3;

interface RangeFormProps {
  chosen: ChosenRange;
  onChoose: (chosen: ChosenRange) => void;
  onCancel: () => void;
}

export function RangeForm({ chosen, onChoose, onCancel }: RangeFormProps) {
  const [custom, setCustom] = useState(chosen.range === "custom");
  const zone = readerZone();
  const today = dayOf(wallClock(Date.now(), zone));
  const isCurrent = (range: string) => !custom && chosen.range === range;
  const choice = (range: ChosenRange) => (
    <Choice
      key={range.range}
      label={rangeLabel(range, zone)}
      current={isCurrent(range.range)}
      onClick={() => onChoose(range)}
    />
  );
  return (
    <div
      className={cn(
        "grid grid-cols-[minmax(0,1fr)]",
        custom && "sm:w-142 sm:grid-cols-[11rem_minmax(0,1fr)]",
      )}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a shortcut between its buttons. */}
      <div
        onKeyDown={moveAlong}
        className={cn(
          "w-44 p-1.5 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:px-2 max-sm:py-2",
          custom && "border-r max-sm:border-r-0 max-sm:border-b",
        )}
      >
        <p className="px-2.5 pt-1 pb-1 text-caption text-ink-3 max-sm:hidden">Rolling</p>
        {RANGES.map((range) => choice({ range }))}
        <p className="-mx-1.5 mt-1.5 border-t px-4 pt-2.5 pb-1 text-caption text-ink-3 max-sm:hidden">
          Months
        </p>
        {monthsUpTo(today).map((range) => choice({ range }))}
        <div className="-mx-1.5 my-1.5 border-t max-sm:hidden" />
        <Choice label="Custom range" current={custom} expanded={custom} onClick={() => setCustom(true)} />
      </div>
      {custom && (
        <CustomRange chosen={chosen} today={today} zone={zone} onApply={onChoose} onCancel={onCancel} />
      )}
    </div>
  );
}

/** This month and the ones before. */
const monthsUpTo = (today: string) =>
  Array.from({ length: MONTHS_OFFERED }, (_, back) => addMonths(monthOf(today), -back)).filter(isMonth);

interface ChoiceProps {
  label: string;
  current: boolean;
  expanded?: boolean;
  onClick: () => void;
}

const Choice = ({ label, current, expanded, onClick }: ChoiceProps) => (
  <button
    type="button"
    aria-current={current}
    aria-expanded={expanded}
    onClick={onClick}
    className={cn(
      "flex h-8 w-full items-center justify-between gap-3 rounded-item px-2.5 text-small whitespace-nowrap transition-colors hover:bg-hover max-lg:h-11",
      current ? "bg-hover font-medium text-ink" : "text-ink-2",
    )}
  >
    {label}
    {current && <Check className="size-3.5 shrink-0 text-accent" aria-hidden="true" />}
  </button>
);

const STEPS: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  buttons.at((at + step) % buttons.length)?.focus();
}
