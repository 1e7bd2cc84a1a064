import type { ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";
import type { Judgement } from "./performance.ts";

const SEGMENTS = [
  { of: 0, fill: "bg-success" },
  { of: 1, fill: "bg-success" },
  { of: 2, fill: "bg-danger" },
] as const;

interface QualityBarProps {
  judgement: Judgement;
  detail: ReactNode;
}

export function QualityBar({ judgement: { level, label }, detail }: QualityBarProps) {
  return (
    <>
      <p className="flex min-h-4 flex-wrap items-center justify-between gap-x-3 text-caption text-ink-2">
        <span>{label}</span>
        <span className="text-ink-3 tabular">{detail}</span>
      </p>
      <div className="mt-1.5 flex gap-1" aria-hidden="true">
        {SEGMENTS.map(({ of, fill }) => (
          <span key={of} className={cn("h-1.5 flex-1 rounded-full bg-fill", of === level && fill)} />
        ))}
      </div>
    </>
  );
}
