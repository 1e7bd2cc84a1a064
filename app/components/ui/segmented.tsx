import { RadioGroup as Radix } from "radix-ui";
import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { cn } from "#app/lib/class-names.ts";

/** Chooses one of few views; needs an `aria-label`. */
export const Segmented = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<typeof Radix.Root>>(
  function Segmented({ className, ...rest }, ref) {
    return (
      <Radix.Root
        ref={ref}
        orientation="horizontal"
        className={cn("inline-flex rounded-control bg-fill p-0.5", className)}
        {...rest}
      />
    );
  },
);

export const SegmentedItem = forwardRef<HTMLButtonElement, ComponentPropsWithoutRef<typeof Radix.Item>>(
  function SegmentedItem({ className, ...rest }, ref) {
    return (
      <Radix.Item
        ref={ref}
        className={cn(
          "inline-flex h-7 items-center justify-center gap-2 rounded-item px-3 text-small font-medium text-ink-2 transition-colors hover:text-ink data-[state=checked]:bg-surface data-[state=checked]:text-ink data-[state=checked]:shadow-[0_0_0_1px_var(--line),0_1px_2px_oklch(0_0_0/0.06)] max-lg:h-9 dark:data-[state=checked]:bg-edge dark:data-[state=checked]:shadow-none",
          className,
        )}
        {...rest}
      />
    );
  },
);
