import X from "lucide-react/icons/x";
import * as Radix from "radix-ui/dialog";
import type { ComponentPropsWithoutRef } from "react";
import { cn } from "#app/lib/class-names.ts";

export const Sheet = Radix.Root;
export const SheetTrigger = Radix.Trigger;
export const SheetClose = Radix.Close;
export const SheetTitle = Radix.Title;

const SIDES = {
  left: "inset-y-0 left-0 w-72 data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in",
  bottom:
    "inset-x-0 bottom-0 max-h-[85dvh] rounded-t-dialog data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in",
};

interface SheetContentProps extends ComponentPropsWithoutRef<typeof Radix.Content> {
  side?: keyof typeof SIDES;
  closeLabel?: string;
}

/** Slides in from the left, 288 wide, or rises from the lower edge. */
export function SheetContent({
  side = "left",
  closeLabel = "Close menu",
  className,
  children,
  ...rest
}: SheetContentProps) {
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
      <Radix.Content
        className={cn(
          "fixed z-50 flex flex-col bg-overlay shadow-dialog outline-none",
          SIDES[side],
          className,
        )}
        {...rest}
      >
        {children}
        <Radix.Close
          aria-label={closeLabel}
          className="absolute top-2 right-3 grid size-10 place-items-center rounded-item text-ink-2 transition-colors hover:bg-hover"
        >
          <X className="size-4" aria-hidden="true" />
        </Radix.Close>
      </Radix.Content>
    </Radix.Portal>
  );
}
