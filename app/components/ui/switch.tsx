import * as Radix from "radix-ui/switch";
import type { ComponentPropsWithoutRef } from "react";
import { cn } from "#app/lib/class-names.ts";
import { useFieldWiring } from "./field.tsx";

export function Switch({ className, ...rest }: ComponentPropsWithoutRef<typeof Radix.Root>) {
  const wiring = useFieldWiring();
  return (
    <Radix.Root
      className={cn(
        "relative inline-flex h-5 w-9 shrink-0 items-center rounded-full bg-control transition-colors after:absolute after:-inset-2 disabled:opacity-50 data-[state=checked]:bg-accent",
        className,
      )}
      {...wiring}
      {...rest}
    >
      <Radix.Thumb className="size-4 translate-x-0.5 rounded-full bg-white shadow-sm transition-transform data-[state=checked]:translate-x-[18px] data-[state=checked]:bg-on-accent" />
    </Radix.Root>
  );
}
