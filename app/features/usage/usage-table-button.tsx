import { Table2 } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import type { UsageTableProps } from "./usage-table-dialog.tsx";

const loadDialog = () => import("./usage-table-dialog.tsx");

/** The values behind the chart, newest first. */
export function UsageTableButton(props: UsageTableProps) {
  const button = (
    <Button variant="link" className="gap-1.5 text-caption">
      <Table2 strokeWidth={1.75} className="size-3.5" aria-hidden="true" />
      View as table
    </Button>
  );
  return <OnDemand load={loadDialog} popup="dialog" trigger={button} props={props} />;
}
