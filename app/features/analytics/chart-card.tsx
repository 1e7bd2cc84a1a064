import Table2 from "lucide-react/icons/table-2";
import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardFooter } from "#app/components/ui/card.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { cn } from "#app/lib/class-names.ts";
import { PLOT_SIZE } from "./analytics-skeleton.tsx";
import type { UsageTableProps } from "./usage-table-dialog.tsx";

interface ChartCardProps {
  heading: ReactNode;
  /** Chooses what is plotted. */
  views: ReactNode;
  plot: ReactNode;
  legend?: ReactNode;
  footer: ReactNode;
  className: string;
  footerClassName: string;
}

/** The chart fills what the cards beside it leave. */
export const ChartCard = ({ className, footerClassName, ...parts }: ChartCardProps) => (
  <Card className={cn("flex flex-col", className)}>
    <header className="flex flex-wrap items-start justify-between gap-3 px-5 pt-4 max-lg:px-4">
      {parts.heading}
      {parts.views}
    </header>
    <div className="flex flex-1 flex-col px-4 pt-4 max-sm:px-2">
      <div className={cn("relative grow", PLOT_SIZE)}>
        <div className="absolute inset-0">{parts.plot}</div>
      </div>
    </div>
    {parts.legend}
    <CardFooter className={cn("mt-3 flex-wrap gap-y-0 py-0", footerClassName)}>{parts.footer}</CardFooter>
  </Card>
);

const loadTable = () => import("./usage-table-dialog.tsx");

interface UsageTableButtonProps extends UsageTableProps {
  className: string;
  iconClassName: string;
}

export function UsageTableButton({ className, iconClassName, ...props }: UsageTableButtonProps) {
  const button = (
    <Button variant="link" className={cn("gap-1.5", className)}>
      <Table2 strokeWidth={1.75} className={iconClassName} aria-hidden="true" />
      View as table
    </Button>
  );
  return <OnDemand load={loadTable} popup="dialog" trigger={button} props={props} />;
}
