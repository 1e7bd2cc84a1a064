import { Link } from "@remix-run/react";
import { DataTable } from "#app/components/data-table.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatDollars, formatExactDollars, formatSum } from "#app/lib/format.ts";
import type { StatementSummary } from "#core/contract/statement.ts";
import { billingMessages } from "./messages.ts";
import { type ModelRow, modelRows, totalRow } from "./model-usage-view.ts";
import { requestsOfDays, spanText } from "./period-view.ts";

const Name = ({ row: { name, isModel } }: { row: ModelRow }) => (
  <span translate={isModel ? "no" : undefined} className={cn(isModel && "font-mono text-mono font-medium")}>
    {name}
  </span>
);

const Spend = ({ dollars }: { dollars: number }) => (
  <span translate="no" className="font-medium tabular-nums" title={formatExactDollars(dollars)}>
    {formatSum(dollars)}
  </span>
);

const NUMBER = "h-11 text-ink-2";

export const MODEL_USAGE: TableSpec<ModelRow> = {
  columns: [
    { heading: "Model", rowHeader: true, className: "h-11", cell: (row) => <Name row={row} /> },
    { heading: "Requests", align: "right", className: "h-11", cell: ({ requests }) => requests },
    { heading: "Input", align: "right", className: NUMBER, cell: ({ input }) => input },
    { heading: "Output", align: "right", className: NUMBER, cell: ({ output }) => output },
    { heading: "Share", align: "right", className: NUMBER, cell: ({ share }) => share },
    {
      heading: "Spend",
      align: "right",
      className: "h-11",
      cell: ({ dollars }) => <Spend dollars={dollars} />,
    },
  ],
  headClassName: "bg-canvas",
  narrowBelow: "lg",
  item: (row) => (
    <div className="flex justify-between gap-4 text-small">
      <div className="min-w-0">
        <Name row={row} />
        {row.summary && <p className="text-caption text-ink-3 tabular-nums">{row.summary}</p>}
      </div>
      <div className="text-right tabular-nums">
        <Spend dollars={row.dollars} />
        {row.share && <p className="text-caption text-ink-3">{row.share}</p>}
      </div>
    </div>
  ),
};

/** What the period's usage was for. */
export function ModelUsageCard({ statement }: { statement: StatementSummary }) {
  const rows = modelRows(statement);
  return (
    <Card className="overflow-hidden">
      <CardHeader className="pb-3">
        <div className="min-w-0">
          <CardTitle>{billingMessages.usageByModel}</CardTitle>
          <p className="mt-0.5 text-caption text-ink-3 tabular-nums">{spanText(statement)} (UTC)</p>
        </div>
        {statement.requests > 0 && (
          <Button asChild variant="link" size="sm" className="h-auto">
            <Link to={requestsOfDays(statement.from, statement.to, Date.now())}>View requests</Link>
          </Button>
        )}
      </CardHeader>
      <div className="border-t">
        {rows.length === 0 ? (
          <p className="px-5 py-4 text-small text-ink-2 max-lg:px-4">{billingMessages.noUsage}</p>
        ) : (
          <DataTable {...MODEL_USAGE} rows={rows} footer={totalRow(statement)} />
        )}
        <Beside statement={statement} />
      </div>
    </Card>
  );
}

/** Money of these requests that didn't come from the balance. */
function Beside({ statement: { paid_by_plan, imported } }: { statement: StatementSummary }) {
  const texts = [
    ...(paid_by_plan > 0 ? [billingMessages.paidByPlan(formatDollars(paid_by_plan))] : []),
    ...(imported > 0 ? [billingMessages.imported(formatDollars(imported))] : []),
  ];
  if (texts.length === 0) return null;
  return <p className="border-t px-5 py-2.5 text-caption text-ink-3 max-lg:px-4">{texts.join(" ")}</p>;
}
