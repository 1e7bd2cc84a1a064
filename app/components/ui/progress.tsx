import type { HTMLAttributes } from "react";
import { cn } from "#app/lib/class-names.ts";

const TONES = {
  accent: "bg-accent",
  success: "bg-success",
  warning: "bg-warning",
  danger: "bg-danger",
} as const;

interface ProgressProps extends HTMLAttributes<HTMLDivElement> {
  /** Percent; shown within 0 and 100. */
  value: number;
  tone?: keyof typeof TONES;
}

/** Needs an `aria-label`. */
export function Progress({ value, tone = "accent", className, ...rest }: ProgressProps) {
  const percent = Math.min(100, Math.max(0, value));
  return (
    <div
      role="progressbar"
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cn("h-1.5 overflow-hidden rounded-full bg-ink/7", className)}
      {...rest}
    >
      <div className={cn("h-full rounded-full", TONES[tone])} style={{ width: `${percent}%` }} />
    </div>
  );
}
