import { forwardRef, type HTMLAttributes } from "react";
import { cn } from "#app/lib/class-names.ts";

/** A key of the keyboard. */
export const Kbd = forwardRef<HTMLElement, HTMLAttributes<HTMLElement>>(function Kbd(
  { className, ...rest },
  ref,
) {
  return (
    <kbd
      ref={ref}
      className={cn(
        "inline-flex h-5 min-w-5 items-center justify-center rounded-tag border bg-surface px-1 font-sans text-micro whitespace-nowrap text-ink-3",
        className,
      )}
      {...rest}
    />
  );
});
