import { TOKEN_PARTS } from "#app/components/charts/usage-metrics.ts";
import { DataTable } from "#app/components/data-table.tsx";
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

export interface UsageTableProps {
  buckets: readonly Bucket[];
  /** Its time, such as `Last 7 days`. */
  caption: string;
  withTokens: boolean;
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

const timeColumn = (buckets: readonly Bucket[]): Column<Bucket> => ({
  heading: buckets[0]?.tick.includes(":") ? "Hour" : "Day",
  rowHeader: true,
  className: "h-9 pr-0 first:pl-6 max-lg:first:pl-6",
  headingClassName: "first:pl-6 max-lg:first:pl-6",
  cell: ({ label }) => label,
});

export default function UsageTableDialog(props: UsageTableProps & OnDemandProps) {
  const { buckets, caption, withTokens, trigger } = props;
  return (
    <Dialog defaultOpen>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent className="max-w-[50rem] overflow-hidden pb-0">
        <DialogTitle>Usage</DialogTitle>
        <DialogDescription>{caption}, newest first</DialogDescription>
        <section
          aria-label="Usage table"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard (WCAG 2.1.1)
          tabIndex={0}
          className="-mx-6 mt-4 max-h-[60vh] overflow-auto border-t"
        >
          <DataTable
            className="whitespace-nowrap max-sm:text-caption"
            headClassName="sticky top-0 bg-canvas"
            columns={[timeColumn(buckets), ...FIGURES, ...(withTokens ? TOKENS : [])]}
            rows={buckets.map((bucket) => ({ ...bucket, id: bucket.key })).reverse()}
          />
        </section>
      </DialogContent>
    </Dialog>
  );
}
