import type { ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";

export type EarlyFigureName = "requests" | "time" | "errors" | "balance";

interface EarlyFigureProps {
  name: EarlyFigureName;
  skeleton: ReactNode;
  className: string;
}

/** A large figure on a page that has not hydrated yet; `showFigures` may write it. */
export function EarlyFigure({ name, skeleton, className }: EarlyFigureProps) {
  return (
    <span data-early={name} suppressHydrationWarning className="group/early contents">
      <span className="contents group-data-known/early:hidden">{skeleton}</span>
      <span
        translate="no"
        className={cn("hidden font-figure font-medium tabular-nums group-data-known/early:block", className)}
      >
        <Part name="sign" className="mr-px font-normal text-ink-3 empty:hidden" />
        <Part name="digits" />
        <Part name="unit" className="ml-1 text-lead leading-none font-normal text-ink-3 empty:hidden" />
      </span>
    </span>
  );
}

/** React doesn't touch the text that is written into it before hydration. */
const Part = ({ name, className }: { name: string; className?: string }) => (
  <span
    data-part={name}
    className={className}
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, nothing.
    dangerouslySetInnerHTML={{ __html: "" }}
  />
);
