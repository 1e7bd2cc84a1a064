import { Link } from "@remix-run/react";
import Boxes from "lucide-react/icons/boxes";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { DownloadButton } from "#app/components/download-button.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardFooter, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { TABLE_EDGES, Table, TableCell, TableHeaderCell, TableRow } from "#app/components/ui/table.tsx";
import { rateErrorRate } from "#app/features/analytics/stat-view.ts";
import { TABLE_FROM_PIXELS } from "#app/features/operator/accounts/accounts-view.ts";
import { RANGE_LABELS } from "#app/features/operator/payments/payments-view.ts";
import { cn } from "#app/lib/class-names.ts";
import {
  formatCount,
  formatExactDollars,
  formatMilliseconds,
  formatNumber,
  formatPercent,
  formatSum,
} from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { saveFile } from "#app/lib/save-file.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import type { OverviewResponse } from "#core/contract/operator-overview.ts";
import type { PaymentRange } from "#core/contract/operator-payments.ts";
import {
  costsText,
  errorRateOf,
  knownShareText,
  modelsCsv,
  overviewTexts,
  signedAmount,
  signedPercent,
} from "./overview-view.ts";

type Figures = Omit<OverviewResponse["models"][number], "model">;
const HEADINGS = ["Requests", "Error rate", "Average time", "Spend", "Provider cost", "Margin", "Margin %"];

const UNNAMED = "No model";

export function OverviewModels({ overview, range }: { overview: OverviewResponse; range: PaymentRange }) {
  const { models, spend, margin, costs } = overview;
  const total: Figures = { ...overview, ...margin, spend: spend.amount };
  const isNarrow = useIsNarrow(TABLE_FROM_PIXELS);
  const List = isNarrow ? ModelList : ModelTable;
  const note = models.length === 0 ? null : knownShareText(margin);
  return (
    <Card className="overflow-hidden">
      <header className="flex items-center justify-between gap-4 px-5 py-4 max-lg:px-4">
        <div className="min-w-0">
          <CardTitle>{overviewTexts.models}</CardTitle>
          <p className="mt-0.5 text-caption text-ink-3">{costsText(costs)}</p>
        </div>
        {models.length > 0 && (
          <DownloadButton
            busy={false}
            className="shrink-0"
            onClick={() =>
              saveFile(new Blob([modelsCsv(models)], { type: "text/csv" }), `latchkey-models-${range}.csv`)
            }
          />
        )}
      </header>
      {models.length === 0 ? (
        <EmptyState
          icon={Boxes}
          title={overviewTexts.noRequests}
          description={overviewTexts.noRequestsHint}
          className="border-t py-10"
        />
      ) : (
        <List models={models} total={total} />
      )}
      <CardFooter className="min-h-12 flex-wrap gap-y-1 py-2">
        <span>
          {RANGE_LABELS[range]}
          {note && ` · ${note}`}
        </span>
        <Button asChild variant="link" className="text-small">
          <Link to={paths.operatorPrices}>Models &amp; prices</Link>
        </Button>
      </CardFooter>
    </Card>
  );
}

interface ModelsProps {
  models: OverviewResponse["models"];
  total: Figures;
}

const ModelTable = ({ models, total }: ModelsProps) => (
  <Table>
    <thead>
      <tr className="border-t bg-canvas">
        <TableHeaderCell>Model</TableHeaderCell>
        {HEADINGS.map((heading) => (
          <TableHeaderCell key={heading} className="text-right whitespace-nowrap">
            {heading}
          </TableHeaderCell>
        ))}
      </tr>
    </thead>
    <tbody>
      {models.map(({ model, ...figures }) => (
        <ModelRow key={model} figures={figures}>
          <ModelName model={model} />
        </ModelRow>
      ))}
      <ModelRow figures={total} className="bg-canvas font-medium">
        <span className="font-medium whitespace-nowrap">All models</span>
      </ModelRow>
    </tbody>
  </Table>
);

interface ModelRowProps {
  figures: Figures;
  className?: string;
  children: React.ReactNode;
}

function ModelRow({ figures, className, children }: ModelRowProps) {
  const cell = "h-11 text-right whitespace-nowrap tabular-nums";
  return (
    <TableRow className={className}>
      <th scope="row" className={cn("h-11 px-2.5 text-left font-normal", TABLE_EDGES)}>
        {children}
      </th>
      <TableCell className={cell}>{formatNumber(figures.requests)}</TableCell>
      <TableCell className={cell}>
        <ErrorRate figures={figures} />
      </TableCell>
      <TableCell className={cn(cell, "text-ink-2")}>
        {formatMilliseconds(figures.average_response_time)}
      </TableCell>
      <TableCell className={cell} title={formatExactDollars(figures.spend)}>
        {formatSum(figures.spend)}
      </TableCell>
      <TableCell className={cn(cell, "text-ink-2")} title={formatExactDollars(figures.provider_cost)}>
        {formatSum(figures.provider_cost)}
      </TableCell>
      <TableCell className={cell}>{signedAmount(figures.margin)}</TableCell>
      <TableCell className={cn(cell, "text-ink-2")}>{signedPercent(figures.margin_percent)}</TableCell>
    </TableRow>
  );
}

const ModelName = ({ model }: { model: string }) =>
  model === "" ? (
    <span className="text-ink-2">{UNNAMED}</span>
  ) : (
    <span className="block max-w-72 truncate font-mono text-[0.78125rem] font-medium" title={model}>
      {model}
    </span>
  );

function ErrorRate({ figures, suffix = "" }: { figures: Figures; suffix?: string }) {
  const rate = errorRateOf(figures);
  const text = `${formatPercent(rate)}${suffix}`;
  if (rate === null || rateErrorRate(rate).level < 2) return <span>{text}</span>;
  return (
    <Badge tone="danger" className="-mr-1.5 max-[75rem]:mr-0">
      <TriangleAlert aria-hidden="true" />
      {text}
    </Badge>
  );
}

const ModelList = ({ models, total }: ModelsProps) => (
  <ul className="divide-y border-t">
    {models.map(({ model, ...figures }) => (
      <ModelItem key={model} figures={figures}>
        <ModelName model={model} />
      </ModelItem>
    ))}
    <ModelItem figures={total} className="bg-canvas">
      <span className="text-small font-medium">All models</span>
    </ModelItem>
  </ul>
);

/** For narrow screens. */
const ModelItem = ({ figures, className, children }: ModelRowProps) => (
  <li
    className={cn(
      "flex items-start justify-between gap-4 px-5 py-3 text-caption tabular-nums max-lg:px-4",
      className,
    )}
  >
    <div className="grid min-w-0 gap-0.5">
      {children}
      <span className="text-ink-3">
        {formatCount(figures.requests, "request")} · {formatMilliseconds(figures.average_response_time)}
      </span>
      <span className="text-ink-2">
        <ErrorRate figures={figures} suffix=" errors" />
      </span>
    </div>
    <div className="grid shrink-0 gap-0.5 text-right">
      <span className="text-small font-medium" title={formatExactDollars(figures.spend)}>
        {formatSum(figures.spend)}
      </span>
      <span className="text-ink-3">
        {figures.margin === null ? "Cost not known" : `${signedAmount(figures.margin)} margin`}
      </span>
      <span className="text-ink-2">{signedPercent(figures.margin_percent)}</span>
    </div>
  </li>
);
