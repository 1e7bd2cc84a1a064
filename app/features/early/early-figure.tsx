import type { ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";
import type { EarlyFigureName } from "./early-figures.ts";

interface EarlyFigureProps {
  name: EarlyFigureName;
  /** In its place until it is known. */
  skeleton: ReactNode;
  className: string;
}

/** The place of a large figure on a page that is not alive yet; `showFigures` may write it. */
export function EarlyFigure({ name, skeleton, className }: EarlyFigureProps) {
  return (
    <span data-early={name} suppressHydrationWarning className="group/early contents">
      <span className="contents group-data-known/early:hidden">{skeleton}</span>
      <span className={cn("hidden font-figure font-medium tabular group-data-known/early:block", className)}>
        <Part name="sign" className="mr-px font-normal text-ink-3 empty:hidden" />
        <Part name="digits" />
        <Part name="unit" className="ml-1 text-lead leading-none font-normal text-ink-3 empty:hidden" />
      </span>
    </span>
  );
}

/** React keeps out of what is written into it before it takes over. */
const Part = ({ name, className }: { name: string; className?: string }) => (
  <span
    data-part={name}
    className={className}
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, nothing.
    dangerouslySetInnerHTML={{ __html: "" }}
  />
);
