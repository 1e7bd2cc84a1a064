import { ArrowDownRight, ArrowUpRight, Minus } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import type { Direction, Trend } from "./trend.ts";

const ICONS = { up: ArrowUpRight, down: ArrowDownRight, flat: Minus };
const WORDS: Record<Direction, string> = {
  up: "up against the previous period",
  down: "down against the previous period",
  flat: "unchanged against the previous period",
};

interface TrendBadgeProps {
  trend: Trend;
  /** More requests are neither good nor bad; less time and fewer errors are good. */
  good?: "down";
}

/** The arrow is the direction, the colour says whether that is good. */
export function TrendBadge({ trend: { direction, text }, good }: TrendBadgeProps) {
  const Icon = ICONS[direction];
  const judged = good !== undefined && direction !== "flat";
  return (
    <Badge tone={judged ? (direction === good ? "success" : "danger") : "neutral"}>
      <Icon strokeWidth={1.75} aria-hidden="true" />
      {text}
      <span className="sr-only"> {WORDS[direction]}</span>
    </Badge>
  );
}
