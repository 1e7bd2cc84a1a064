import type { ReactNode } from "react";
import { Card } from "#app/components/ui/card.tsx";

interface StatCardProps {
  title: string;
  badge?: ReactNode;
  /** “191 ms”: the unit behind the digits is set small. */
  figure: string;
  sparkline?: ReactNode;
  children: ReactNode;
}

/** Splits a formatted figure into its digits and what follows them. */
const parts = (figure: string) => /^([\d.,]+)\s*(.*)$/.exec(figure) ?? [figure, figure, ""];

export function StatCard({ title, badge, figure, sparkline, children }: StatCardProps) {
  const [, digits, unit] = parts(figure);
  return (
    <Card className="flex flex-col p-5 max-lg:p-4">
      <div className="flex min-h-5 items-center justify-between gap-2">
        <h2 className="text-small font-medium whitespace-nowrap text-ink-2">{title}</h2>
        {badge}
      </div>
      <div className="mt-3 flex min-h-8 items-end justify-between gap-3">
        <p className="text-figure font-medium tabular">
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
