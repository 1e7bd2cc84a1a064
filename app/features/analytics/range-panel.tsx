import { useState } from "react";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#app/components/ui/popover.tsx";
import { Sheet, SheetContent, SheetTitle, SheetTrigger } from "#app/components/ui/sheet.tsx";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import type { ChosenRange } from "./chosen-range.ts";
import { RangeForm } from "./range-form.tsx";

const NAME = "Choose a time range";

interface RangePanelProps {
  chosen: ChosenRange;
  onChoose: (chosen: ChosenRange) => void;
}

/** Below the button, or from the lower edge of a phone. */
export default function RangePanel({ chosen, onChoose, trigger }: RangePanelProps & OnDemandProps) {
  const [open, setOpen] = useState(true);
  const narrow = useIsNarrow();
  const form = (
    <RangeForm
      chosen={chosen}
      onChoose={(next) => {
        setOpen(false);
        onChoose(next);
      }}
      onCancel={() => setOpen(false)}
    />
  );
  if (narrow) {
    return (
      <Sheet open={open} onOpenChange={setOpen}>
        <SheetTrigger asChild>{trigger}</SheetTrigger>
        <SheetContent side="bottom" aria-describedby={undefined} className="max-h-[92dvh] overflow-y-auto">
          <SheetTitle className="px-4 pt-4 text-small font-medium">{NAME}</SheetTitle>
          {form}
        </SheetContent>
      </Sheet>
    );
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label={NAME}
        className="max-h-(--radix-popover-content-available-height) overflow-y-auto p-0"
        onOpenAutoFocus={focusChosen}
      >
        {form}
      </PopoverContent>
    </Popover>
  );
}

/** Begins at the range that the page shows. */
function focusChosen(event: Event): void {
  const chosen =
    event.currentTarget instanceof Element &&
    event.currentTarget.querySelector<HTMLElement>("[aria-current=true]");
  if (!chosen) return;
  event.preventDefault();
  chosen.focus();
}
