import type { ReactNode } from "react";
import { DataTable } from "#app/components/data-table.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatCount, formatExactDollars, formatSum } from "#app/lib/format.ts";
import type { PricePreviewResponse } from "#core/contract/operator-prices.ts";
import { changeText, marginText } from "./price-view.ts";

type Sums = Pick<PricePreviewResponse, "before" | "after" | "provider_cost" | "margin_after">;

const CENT = 0.01;

/** A true minus, and a plus: `+$63.84`. */
function differenceText({ before, after }: Sums): string {
  const difference = after - before;
  if (difference === 0) return formatSum(0);
  const size = Math.abs(difference);
  return `${difference > 0 ? "+" : "−"}${(size < CENT ? formatExactDollars : formatSum)(size)}`;
}

const sumOf = (models: readonly Sums[], of: "before" | "after") =>
  models.reduce((sum, model) => sum + model[of], 0);

/** A model, all that stay the same, or the total. */
type Row = Sums & { id: string; name: ReactNode; isQuiet?: true };

const PREVIEW: TableSpec<Row> = {
  columns: [
    { heading: "Model", rowHeader: true, className: "h-11 w-full", cell: ({ name }) => name },
    {
      heading: "Charged",
      align: "right",
      className: "h-11 text-ink-2",
      title: ({ before }) => formatExactDollars(before),
      cell: ({ before }) => formatSum(before),
    },
    {
      heading: "At these prices",
      align: "right",
      className: "h-11",
      title: ({ after }) => formatExactDollars(after),
      cell: ({ after, isQuiet }) => <span className={cn(!isQuiet && "font-medium")}>{formatSum(after)}</span>,
    },
    { heading: "Difference", align: "right", className: "h-11", cell: differenceText },
    {
      heading: "Change",
      align: "right",
      className: "h-11",
      cell: ({ before, after }) => changeText(before, after) ?? "New",
    },
    {
      heading: "Provider cost",
      align: "right",
      className: "h-11 text-ink-2",
      cell: ({ provider_cost }) => formatSum(provider_cost),
    },
    { heading: "Margin", align: "right", className: "h-11", cell: marginText },
  ],
  headClassName: "bg-canvas",
  rowClassName: ({ isQuiet }) => (isQuiet ? "text-ink-2" : undefined),
};

/** Models whose charges stay the same are one line. On a phone it scrolls within its card. */
export const PreviewTable = ({ preview }: { preview: PricePreviewResponse }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it only with the focus
  <section className="overflow-x-auto border-t" aria-label="Preview by model" tabIndex={0}>
    <DataTable {...PREVIEW} rows={rowsOf(preview)} footer={{ ...preview, id: "total", name: "Total" }} />
  </section>
);

function rowsOf({ models }: PricePreviewResponse): Row[] {
  const same = models.filter(({ before, after }) => before === after);
  const changed = models.filter((model) => !same.includes(model));
  const rows = changed.map((model) => ({ ...model, id: model.model, name: <ModelName {...model} /> }));
  if (same.length === 0) return rows;
  const unchanged = {
    id: "unchanged",
    name: formatCount(same.length, "unchanged model"),
    before: sumOf(same, "before"),
    after: sumOf(same, "after"),
    provider_cost: null,
    margin_after: null,
    isQuiet: true,
  } as const;
  return [...rows, unchanged];
}

const ModelName = ({ model, refused }: PricePreviewResponse["models"][number]) => (
  <>
    <span className="block max-w-60 truncate font-mono text-mono font-medium" title={model}>
      {model}
    </span>
    {refused > 0 && (
      <span className="block text-caption whitespace-nowrap text-danger-ink">
        {formatCount(refused, "request")} refused
      </span>
    )}
  </>
);
