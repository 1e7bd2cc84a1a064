import { Table2 } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { useOnDemand } from "#app/components/ui/on-demand.ts";
import type { UsageTableProps } from "./usage-table-dialog.tsx";

/** The values behind the chart, newest first. */
export function UsageTableButton(props: UsageTableProps) {
  const { Part, byKeyboard, wish } = useOnDemand(() => import("./usage-table-dialog.tsx"), "dialog");
  const button = (
    <Button variant="link" className="gap-1.5 text-caption" {...wish}>
      <Table2 strokeWidth={1.75} className="size-3.5" aria-hidden="true" />
      View as table
    </Button>
  );
  return Part ? <Part {...props} trigger={button} byKeyboard={byKeyboard} /> : button;
}
