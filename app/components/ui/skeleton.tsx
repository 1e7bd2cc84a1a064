import type { HTMLAttributes, ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";

/** A placeholder; give it the size of the content it stands in for. */
export const Skeleton = ({ className, ...rest }: HTMLAttributes<HTMLSpanElement>) => (
  <span aria-hidden="true" className={cn("block animate-shimmer rounded-tag bg-fill", className)} {...rest} />
);

/** Tells screen readers what the skeletons in it stand in for. It has no box of its own. */
export const Loading = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="status" aria-busy="true" aria-label={label} className="contents">
    {children}
  </div>
);
