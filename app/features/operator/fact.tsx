import type { ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";

interface FactProps {
  label: string;
  mono?: true;
  children: ReactNode;
}

/** In the details of a table's row, a `dl`. */
export const Fact = ({ label, mono, children }: FactProps) => (
  <div className="min-w-0">
    <dt className="text-caption text-ink-3">{label}</dt>
    <dd className={cn("wrap-anywhere", mono && "font-mono text-mono")}>{children}</dd>
  </div>
);
