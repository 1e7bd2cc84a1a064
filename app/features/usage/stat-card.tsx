import type { ReactNode } from "react";
import { Card } from "#app/components/ui/card.tsx";
import { figureParts } from "#app/lib/figure-parts.ts";

interface StatCardProps {
  title: string;
  badge?: ReactNode;
  /** “191 ms”, “$0.42”: what is around the digits is set small or quiet. */
  figure: string;
  sparkline?: ReactNode;
  children: ReactNode;
}

export function StatCard({ title, badge, figure, sparkline, children }: StatCardProps) {
  const { sign, digits, unit } = figureParts(figure);
  return (
    <Card className="flex flex-col p-5 max-lg:p-4">
      <div className="flex min-h-5 items-center justify-between gap-2">
        <h2 className="text-small font-medium whitespace-nowrap text-ink-2">{title}</h2>
        {badge}
      </div>
      <div className="mt-3 flex min-h-8 items-end justify-between gap-3">
        <p className="text-figure font-medium tabular">
          {sign && <span className="mr-px font-normal text-ink-3">{sign}</span>}
          {digits}
          {unit && <span className="ml-1 text-lead leading-none font-normal text-ink-3">{unit}</span>}
        </p>
        {sparkline}
      </div>
      <div className="mt-auto pt-3">{children}</div>
    </Card>
  );
}

export function EmptyStatCard({ title, figure = "—", children }: Partial<StatCardProps> & { title: string }) {
  return (
    <Card className="p-5 max-lg:p-4">
      <h2 className="text-small font-medium whitespace-nowrap text-ink-2">{title}</h2>
      <p className="mt-3 text-figure font-medium text-ink-3 tabular">{figure}</p>
      <div className="mt-3 flex min-h-5.5 items-center">{children}</div>
    </Card>
  );
}
