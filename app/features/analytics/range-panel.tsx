import { useState } from "react";
import { PopoverOrSheet } from "#app/components/popover-or-sheet.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { SheetTitle } from "#app/components/ui/sheet.tsx";
import type { ChosenRange } from "#app/lib/chosen-range.ts";
import { RangeForm } from "./range-form.tsx";

const NAME = "Choose a time range";

interface RangePanelProps {
  chosen: ChosenRange;
  onChoose: (chosen: ChosenRange) => void;
}

export default function RangePanel({ chosen, onChoose, trigger }: RangePanelProps & OnDemandProps) {
  const [open, setOpen] = useState(true);
  return (
    <PopoverOrSheet
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      label={NAME}
      popover={{
        className: "max-h-(--radix-popover-content-available-height) overflow-y-auto p-0",
        onOpenAutoFocus: focusChosen,
      }}
      sheet={{ className: "max-h-[92dvh] overflow-y-auto" }}
    >
      {(place) => (
        <>
          {place === "sheet" && <SheetTitle className="px-4 pt-4 text-small font-medium">{NAME}</SheetTitle>}
          <RangeForm
            chosen={chosen}
            onChoose={(next) => {
              setOpen(false);
              onChoose(next);
            }}
            onCancel={() => setOpen(false)}
          />
        </>
      )}
    </PopoverOrSheet>
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
