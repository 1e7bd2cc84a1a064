import { HoverCard as Radix } from "radix-ui";
import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { cn } from "#app/lib/class-names.ts";

export const HoverCard = Radix.Root;
export const HoverCardTrigger = Radix.Trigger;

export const HoverCardContent = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<typeof Radix.Content>>(
  function HoverCardContent({ className, sideOffset = 8, ...rest }, ref) {
    return (
      <Radix.Portal>
        <Radix.Content
          ref={ref}
          sideOffset={sideOffset}
          collisionPadding={8}
          className={cn(
            "z-50 rounded-card bg-overlay shadow-pop data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in",
            className,
          )}
          {...rest}
        />
      </Radix.Portal>
    );
  },
);
