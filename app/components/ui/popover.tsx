import { Popover as Radix } from "radix-ui";
import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { cn } from "#app/lib/class-names.ts";

export const Popover = Radix.Root;
export const PopoverTrigger = Radix.Trigger;

/** Opens on click, touch and Enter; needs an `aria-label`. */
export const PopoverContent = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<typeof Radix.Content>>(
  function PopoverContent({ className, sideOffset = 6, ...rest }, ref) {
    return (
      <Radix.Portal>
        <Radix.Content
          ref={ref}
          sideOffset={sideOffset}
          collisionPadding={8}
          className={cn(
            "z-50 rounded-card bg-overlay p-4 shadow-pop outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in",
            className,
          )}
          {...rest}
        />
      </Radix.Portal>
    );
  },
);
