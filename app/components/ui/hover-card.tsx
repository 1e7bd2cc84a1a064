import * as Radix from "radix-ui/hover-card";
import type { ComponentPropsWithoutRef } from "react";
import { cn } from "#app/lib/class-names.ts";

export const HoverCard = Radix.Root;
export const HoverCardTrigger = Radix.Trigger;

export const HoverCardContent = ({ className, ...rest }: ComponentPropsWithoutRef<typeof Radix.Content>) => (
  <Radix.Portal>
    <Radix.Content
      sideOffset={8}
      collisionPadding={8}
      className={cn(
        "z-50 rounded-card bg-overlay shadow-pop data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in",
        className,
      )}
      {...rest}
    />
  </Radix.Portal>
);
