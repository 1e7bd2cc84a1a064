import type { HTMLAttributes } from "react";
import { cn } from "#app/lib/class-names.ts";

/** A placeholder; give it the size of the content it stands in for. */
export const Skeleton = ({ className, ...rest }: HTMLAttributes<HTMLSpanElement>) => (
  <span aria-hidden="true" className={cn("block animate-shimmer rounded-tag bg-fill", className)} {...rest} />
);
