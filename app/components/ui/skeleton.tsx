import { forwardRef, type HTMLAttributes } from "react";
import { cn } from "#app/lib/class-names.ts";

/** A placeholder; give it the size of what it stands for. */
export const Skeleton = forwardRef<HTMLSpanElement, HTMLAttributes<HTMLSpanElement>>(function Skeleton(
  { className, ...rest },
  ref,
) {
  return (
    <span
      ref={ref}
      aria-hidden="true"
      className={cn("block animate-shimmer rounded-tag bg-fill", className)}
      {...rest}
    />
  );
});
