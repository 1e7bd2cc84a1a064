import { Tabs as Radix } from "radix-ui";
import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { cn } from "#app/lib/class-names.ts";

/** Tabs that look like a segmented control; their panels are `TabsContent`. */
export const SegmentTabs = Radix.Root;

export const SegmentTabsList = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<typeof Radix.List>>(
  function SegmentTabsList({ className, ...rest }, ref) {
    return (
      <Radix.List
        ref={ref}
        className={cn("inline-flex rounded-control bg-fill p-0.5", className)}
        {...rest}
      />
    );
  },
);

export const SegmentTabsTrigger = forwardRef<
  HTMLButtonElement,
  ComponentPropsWithoutRef<typeof Radix.Trigger>
>(function SegmentTabsTrigger({ className, ...rest }, ref) {
  return (
    <Radix.Trigger
      ref={ref}
      className={cn(
        "inline-flex h-8 flex-1 items-center justify-center gap-2 rounded-item px-3.5 text-small font-medium text-ink-2 transition-colors hover:text-ink data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-[0_0_0_1px_var(--line),0_1px_2px_oklch(0_0_0/0.06)] max-lg:h-9 dark:data-[state=active]:bg-edge dark:data-[state=active]:shadow-none",
        className,
      )}
      {...rest}
    />
  );
});
