import * as Radix from "radix-ui/popover";
import type { ComponentPropsWithoutRef } from "react";
import { cn } from "#app/lib/class-names.ts";

export const Popover = Radix.Root;
export const PopoverTrigger = Radix.Trigger;

/** Opens on click, touch and Enter; needs an `aria-label`. */
export const PopoverContent = ({ className, ...rest }: ComponentPropsWithoutRef<typeof Radix.Content>) => (
  <Radix.Portal>
    <Radix.Content
      sideOffset={6}
      collisionPadding={8}
      className={cn(
        "z-50 rounded-card bg-overlay p-4 shadow-pop outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in",
        className,
      )}
      {...rest}
    />
  </Radix.Portal>
);
