import { TOKEN_PARTS } from "#app/components/charts/usage-metrics.ts";
import { DataTable } from "#app/components/data-table.tsx";
import { DownloadButton } from "#app/components/download-button.tsx";
import type { Column } from "#app/components/table-spec.ts";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogTitle,
  DialogTrigger,
} from "#app/components/ui/dialog.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import type { Bucket } from "#app/lib/analytics/buckets.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatExactDollars, formatMilliseconds, formatNumber, formatSum } from "#app/lib/format.ts";
import { saveFile } from "#app/lib/save-file.ts";
import { STACK_NOUNS } from "./stack-choice.ts";
import { stackCsv } from "./stack-csv.ts";
import type { Stack } from "./stack-view.ts";

export interface UsageTableProps {
  buckets: readonly Bucket[];
  /** Its time, such as `Last 7 days`. */
  caption: string;
  withTokens: boolean;
  /** Has columns of its own, with its metric in words. */
  stack?: TableOfStack | undefined;
}

interface TableOfStack extends Stack {
  metric: string;
}

const EDGE = "last:pr-6 max-lg:last:pr-6";

const figure = (
  heading: string,
  cell: (bucket: Bucket) => string,
  title?: (bucket: Bucket) => string,
): Column<Bucket> => ({
  heading,
  align: "right",
  className: cn("h-9", EDGE),
  headingClassName: EDGE,
  title,
  cell,
});

const FIGURES = [
  figure("Requests", ({ requests }) => formatNumber(requests)),
  figure("Errors", ({ errors }) => formatNumber(errors)),
  figure("Avg time", ({ time }) => formatMilliseconds(time)),
  figure(
    "Spend",
    ({ cost }) => formatSum(cost),
    ({ cost }) => formatExactDollars(cost),
  ),
];
const TOKENS = TOKEN_PARTS.map(({ part, name }) =>
  figure(name, ({ tokens }) => formatNumber(tokens?.[part])),
);

function stackColumns({ series, add, format, formatExact }: Stack, buckets: readonly Bucket[]) {
  const places = new Map(buckets.map(({ key }, at) => [key, at]));
  const valueAt = (values: readonly number[], { key }: Bucket) => values[places.get(key) ?? -1] ?? 0;
  const column = (id: string, heading: string, pick: (bucket: Bucket) => number) => ({
    ...figure(
      heading,
      (bucket) => format(pick(bucket)),
      (bucket) => formatExact(pick(bucket)),
    ),
    id,
  });
  const total = (bucket: Bucket) => add(series.map(({ values }) => valueAt(values, bucket)));
  return [
    ...series.map(({ id, name, values }) => column(id, name, (bucket) => valueAt(values, bucket))),
    column("*total", "Total", total),
  ];
}

const timeColumn = (buckets: readonly Bucket[]): Column<Bucket> => ({
  heading: buckets[0]?.tick.includes(":") ? "Hour" : "Day",
  rowHeader: true,
  className: "h-9 pr-0 first:pl-6 max-lg:first:pl-6",
  headingClassName: "first:pl-6 max-lg:first:pl-6",
  cell: ({ label }) => label,
});

export default function UsageTableDialog(props: UsageTableProps & OnDemandProps) {
  const { buckets, caption, withTokens, stack, trigger } = props;
  const columns = stack ? stackColumns(stack, buckets) : [...FIGURES, ...(withTokens ? TOKENS : [])];
  return (
    <Dialog defaultOpen>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent className="max-w-[50rem] overflow-hidden pb-0">
        <DialogTitle>{stack ? `${stack.metric} by ${STACK_NOUNS[stack.by]}` : "Usage"}</DialogTitle>
        <DialogDescription>{caption}, newest first</DialogDescription>
        {stack && (
          <DownloadButton
            busy={false}
            className="mt-3 justify-self-start"
            onClick={() => saveStack(stack, buckets)}
          />
        )}
        <section
          aria-label="Usage table"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard (WCAG 2.1.1)
          tabIndex={0}
          className="-mx-6 mt-4 max-h-[60vh] overflow-auto border-t"
        >
          <DataTable
            className="whitespace-nowrap max-sm:text-caption"
            headClassName="sticky top-0 bg-canvas"
            columns={[timeColumn(buckets), ...columns]}
            rows={buckets.map((bucket) => ({ ...bucket, id: bucket.key })).reverse()}
          />
        </section>
      </DialogContent>
    </Dialog>
  );
}

function saveStack(stack: TableOfStack, buckets: readonly Bucket[]): void {
  const dates = buckets.map(({ key }) => key);
  const name = `latchkey-${stack.metric.toLowerCase()}-by-${STACK_NOUNS[stack.by]}-${dates.at(-1)?.slice(0, 10)}.csv`;
  saveFile(new Blob([stackCsv(stack, dates)], { type: "text/csv" }), name);
}
