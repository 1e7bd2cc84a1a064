import type { ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";

interface FactProps {
  label: string;
  mono?: boolean;
  /** Classes of the value. */
  className?: string;
  children: ReactNode;
}

/** A label above its value, in a `dl`. */
export const Fact = ({ label, mono = false, className, children }: FactProps) => (
  <div className="min-w-0">
    <dt className="text-caption text-ink-3">{label}</dt>
    <dd className={cn("wrap-anywhere", className, mono && "font-mono text-mono")}>{children}</dd>
  </div>
);
