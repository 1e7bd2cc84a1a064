import ArrowDownRight from "lucide-react/icons/arrow-down-right";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import Minus from "lucide-react/icons/minus";
import type { ReactNode } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { inRange, type RangeWindow } from "#app/lib/analytics/range-text.ts";
import type { Trend } from "#app/lib/analytics/stat-view.ts";
import { figureParts } from "#app/lib/format.ts";
import { TREND_PHRASES } from "./messages.ts";

const TREND_ICONS = { up: ArrowUpRight, down: ArrowDownRight, flat: Minus };

interface StatCardProps {
  title: string;
  badge?: ReactNode;
  /** “191 ms” or “$0.42”: the unit and the sign are set smaller than the digits. */
  figure: string;
  /** What `figure` rounds. */
  exact?: string;
  sparkline?: ReactNode;
  children: ReactNode;
}

export function StatCard({ title, badge, figure, exact, sparkline, children }: StatCardProps) {
  const { sign, digits, unit } = figureParts(figure);
  return (
    <Card className="flex flex-col p-5 max-lg:p-4">
      <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <h2 className="text-small font-medium whitespace-nowrap text-ink-2">{title}</h2>
        {badge}
      </div>
      <div className="mt-3 flex min-h-8 items-end justify-between gap-3">
        <p translate="no" className="text-figure font-medium tabular-nums" title={exact}>
          {sign && <span className="mr-px font-normal text-ink-3">{sign}</span>}
          {digits}
          {unit && <span className="ml-1 text-lead leading-none font-normal text-ink-3">{unit}</span>}
        </p>
        <span className="sm:max-lg:hidden">{sparkline}</span>
      </div>
      <div className="@container mt-auto pt-3">{children}</div>
    </Card>
  );
}

type EmptyStatCardProps = Pick<StatCardProps, "title" | "children"> & { figure?: string };

export function EmptyStatCard({ title, figure = "—", children }: EmptyStatCardProps) {
  return (
    <Card className="p-5 max-lg:p-4">
      <h2 className="text-small font-medium whitespace-nowrap text-ink-2">{title}</h2>
      <p translate="no" className="mt-3 text-figure font-medium text-ink-3 tabular-nums">
        {figure}
      </p>
      <div className="mt-3 flex min-h-7 items-center">{children}</div>
    </Card>
  );
}

export const NoRequestsCaption = ({ data }: { data: RangeWindow }) => (
  <p className="text-caption text-ink-3">No requests {inRange(data)}</p>
);

interface TrendBadgeProps {
  trend: Trend | null;
  /** The direction that is an improvement, if either is. */
  good?: "up" | "down";
}

export function TrendBadge({ trend, good }: TrendBadgeProps) {
  if (!trend) return null;
  const { direction, text } = trend;
  const Icon = TREND_ICONS[direction];
  const rated = good !== undefined && direction !== "flat";
  return (
    <Badge tone={rated ? (direction === good ? "success" : "danger") : "neutral"}>
      <Icon strokeWidth={1.75} aria-hidden="true" />
      {text}
      <span className="sr-only"> {TREND_PHRASES[direction]}</span>
    </Badge>
  );
}
