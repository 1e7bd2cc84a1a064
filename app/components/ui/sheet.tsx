import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { cn } from "#app/lib/class-names.ts";

export const Sheet = Radix.Root;
export const SheetTrigger = Radix.Trigger;
export const SheetTitle = Radix.Title;

/** Slides in from the left, 288 wide. */
export const SheetContent = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<typeof Radix.Content>>(
  function SheetContent({ className, children, ...rest }, ref) {
    return (
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          ref={ref}
          className={cn(
            "fixed inset-y-0 left-0 z-50 flex w-72 flex-col bg-overlay shadow-dialog outline-none data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in",
            className,
          )}
          {...rest}
        >
          {children}
          <Radix.Close
            aria-label="Close menu"
            className="absolute top-2 right-3 grid size-10 place-items-center rounded-item text-ink-2 transition-colors hover:bg-hover"
          >
            <X className="size-4" aria-hidden="true" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    );
  },
);
