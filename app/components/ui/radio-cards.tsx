import { RadioGroup as Radix } from "radix-ui";
import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { cn } from "#app/lib/class-names.ts";

/** One of few choices that are shown rather than named; needs an `aria-label`. */
export const RadioCards = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<typeof Radix.Root>>(
  function RadioCards({ className, ...rest }, ref) {
    return <Radix.Root ref={ref} className={cn("grid gap-3", className)} {...rest} />;
  },
);

export const RadioCard = forwardRef<HTMLButtonElement, ComponentPropsWithoutRef<typeof Radix.Item>>(
  function RadioCard({ className, ...rest }, ref) {
    return (
      <Radix.Item
        ref={ref}
        className={cn(
          "rounded-card border border-edge text-left transition-colors hover:border-control data-[state=checked]:border-accent data-[state=checked]:shadow-[inset_0_0_0_1px_var(--accent)]",
          className,
        )}
        {...rest}
      />
    );
  },
);
