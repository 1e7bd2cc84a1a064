import { Tabs as Radix } from "radix-ui";
import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { cn } from "#app/lib/class-names.ts";

export const Tabs = Radix.Root;

export const TabsList = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<typeof Radix.List>>(
  function TabsList({ className, ...rest }, ref) {
    return <Radix.List ref={ref} className={cn("flex gap-5 border-b", className)} {...rest} />;
  },
);

export const TabsTrigger = forwardRef<HTMLButtonElement, ComponentPropsWithoutRef<typeof Radix.Trigger>>(
  function TabsTrigger({ className, ...rest }, ref) {
    return (
      <Radix.Trigger
        ref={ref}
        className={cn(
          "-mb-px flex h-10 items-center gap-2 border-b-[1.5px] border-transparent text-small font-medium text-ink-2 transition-colors hover:text-ink data-[state=active]:border-ink data-[state=active]:text-ink",
          className,
        )}
        {...rest}
      />
    );
  },
);

export const TabsContent = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<typeof Radix.Content>>(
  function TabsContent({ className, ...rest }, ref) {
    return <Radix.Content ref={ref} className={cn("rounded-item", className)} {...rest} />;
  },
);
