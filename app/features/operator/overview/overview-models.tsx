import { Link } from "@remix-run/react";
import Boxes from "lucide-react/icons/boxes";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { DataTable } from "#app/components/data-table.tsx";
import { DownloadButton } from "#app/components/download-button.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardFooter, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { RANGE_LABELS } from "#app/features/operator/texts.ts";
import { rateErrorRate } from "#app/lib/analytics/stat-view.ts";
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
import type { OverviewResponse } from "#core/contract/operator-overview.ts";
import type { PaymentRange } from "#core/contract/operator-payments.ts";
import { overviewTexts } from "./messages.ts";
import { costsText, errorRateOf, knownShareText, modelsCsv, signedPercent } from "./overview-view.ts";

type Figures = Omit<OverviewResponse["models"][number], "model">;

/** `model` is null for all of them. */
type Row = Figures & { id: string; model: string | null };

const UNNAMED = "No model";

export function OverviewModels({ overview, range }: { overview: OverviewResponse; range: PaymentRange }) {
  const { models, spend, margin, costs } = overview;
  const total: Figures = { ...overview, ...margin, spend: spend.amount };
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
        <DataTable
          {...MODELS}
          rows={models.map((figures) => ({ ...figures, id: figures.model }))}
          footer={{ ...total, id: "all", model: null }}
        />
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

export const MODELS: TableSpec<Row> = {
  columns: [
    {
      heading: "Model",
      rowHeader: true,
      className: "h-11",
      cell: ({ model }) => <ModelName model={model} />,
    },
    {
      heading: "Requests",
      align: "right",
      className: "h-11",
      cell: ({ requests }) => formatNumber(requests),
    },
    {
      heading: "Error rate",
      align: "right",
      className: "h-11",
      cell: (figures) => <ErrorRate figures={figures} />,
    },
    {
      heading: "Average time",
      align: "right",
      className: "h-11 text-ink-2",
      cell: ({ average_response_time }) => formatMilliseconds(average_response_time),
    },
    {
      heading: "Spend",
      align: "right",
      className: "h-11",
      title: ({ spend }) => formatExactDollars(spend),
      cell: ({ spend }) => formatSum(spend),
    },
    {
      heading: "Provider cost",
      align: "right",
      className: "h-11 text-ink-2",
      title: ({ provider_cost }) => formatExactDollars(provider_cost),
      cell: ({ provider_cost }) => formatSum(provider_cost),
    },
    { heading: "Margin", align: "right", className: "h-11", cell: ({ margin }) => formatSum(margin) },
    {
      heading: "Margin %",
      align: "right",
      className: "h-11 text-ink-2",
      cell: ({ margin_percent }) => signedPercent(margin_percent),
    },
  ],
  headClassName: "border-t bg-canvas",
  narrowBelow: "wide",
  item: (figures) => <ModelItem figures={figures} />,
  listClassName: "border-t",
  itemClassName: "flex items-start justify-between gap-4 px-5 text-caption tabular-nums max-lg:px-4",
  itemHeight: "h-22",
};

function ModelName({ model }: Pick<Row, "model">) {
  if (model === null) return <span className="text-small font-medium whitespace-nowrap">All models</span>;
  if (model === "") return <span className="text-ink-2">{UNNAMED}</span>;
  return (
    <span className="block max-w-72 truncate font-mono text-mono font-medium" title={model}>
      {model}
    </span>
  );
}

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

/** For narrow screens. */
const ModelItem = ({ figures }: { figures: Row }) => (
  <>
    <div className="grid min-w-0 gap-0.5">
      <ModelName model={figures.model} />
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
        {figures.margin === null ? "Cost not known" : `${formatSum(figures.margin)} margin`}
      </span>
      <span className="text-ink-2">{signedPercent(figures.margin_percent)}</span>
    </div>
  </>
);
