import { useQuery } from "@tanstack/react-query";
import CalendarDays from "lucide-react/icons/calendar-days";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { cn } from "#app/lib/class-names.ts";
import { EVERY_MINUTE } from "#app/lib/query-client.ts";
import type { Month } from "#core/domain/ranges.ts";
import { billingMessages } from "./messages.ts";
import { monthsBeside, type PeriodChoice, periodChoices } from "./period-view.ts";
import type { Period } from "./queries.ts";
import { statementMonthsQuery } from "./queries.ts";

interface MonthPickerProps {
  period: Period;
  onPeriod: (period: Period) => void;
}

/** The month of the statement, with the months before and after it. */
export function MonthPicker({ period, onPeriod }: MonthPickerProps) {
  const months = useQuery({ ...statementMonthsQuery, ...EVERY_MINUTE }).data?.items ?? [];
  const now = Date.now();
  const { previous, next } = monthsBeside(period, months, now);
  const choices = periodChoices(period, months, now);
  return (
    <div className="flex items-center max-sm:w-full">
      <Step to={previous} label="Previous month" className="rounded-r-none" onPeriod={onPeriod}>
        <ChevronLeft aria-hidden="true" />
      </Step>
      <Select
        aria-label={billingMessages.period}
        value={period}
        onValueChange={(value) => onPeriod(choices.find((choice) => choice.value === value)?.value ?? period)}
        choices={choices.map((choice) => ({ ...choice, ...detailOf(choice) }))}
        icon={<CalendarDays aria-hidden="true" />}
        heading={billingMessages.periodsHeading}
        align="end"
        className="-mx-px min-w-46 rounded-none focus-visible:z-10 max-lg:h-11 max-sm:flex-1"
        listClassName="w-80 max-h-[min(26rem,var(--radix-select-content-available-height))] max-sm:w-[calc(100vw-2rem)]"
      />
      <Step to={next} label="Next month" className="rounded-l-none" onPeriod={onPeriod}>
        <ChevronRight aria-hidden="true" />
      </Step>
    </div>
  );
}

const detailOf = ({ value, note, spent }: PeriodChoice) => ({
  separated: value === "all",
  detail: (
    <>
      <span className="ml-auto text-caption text-ink-3">{note}</span>
      <span translate="no" className="w-16 text-right tabular-nums">
        {spent}
      </span>
    </>
  ),
});

interface StepProps {
  to: Month | null;
  label: string;
  className: string;
  onPeriod: (period: Period) => void;
  children: ReactNode;
}

/** Keeps the focus where there is no further month. */
const Step = ({ to, label, className, onPeriod, children }: StepProps) => (
  <Button
    size="icon"
    aria-label={label}
    title={label}
    aria-disabled={to === null}
    className={cn("size-9 focus-visible:z-10 max-lg:size-11", className)}
    onClick={() => to !== null && onPeriod(to)}
  >
    {children}
  </Button>
);
