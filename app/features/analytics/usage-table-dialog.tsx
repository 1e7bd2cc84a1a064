import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogTitle,
  DialogTrigger,
} from "#app/components/ui/dialog.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { Table, TableCell, TableHeaderCell, TableRow } from "#app/components/ui/table.tsx";
import { formatExactDollars, formatMilliseconds, formatNumber, formatSum } from "#app/lib/format.ts";
import type { Bucket } from "./buckets.ts";
import { TOKEN_PARTS } from "./usage-chart-view.ts";

export interface UsageTableProps {
  buckets: readonly Bucket[];
  /** Its time, such as `Last 7 days`. */
  caption: string;
  withTokens: boolean;
}

const COLUMNS: { head: string; text: (bucket: Bucket) => string; exact?: (bucket: Bucket) => string }[] = [
  { head: "Requests", text: ({ requests }) => formatNumber(requests) },
  { head: "Errors", text: ({ errors }) => formatNumber(errors) },
  { head: "Avg time", text: ({ time }) => formatMilliseconds(time) },
  { head: "Spend", text: ({ cost }) => formatSum(cost), exact: ({ cost }) => formatExactDollars(cost) },
];
const TOKEN_COLUMNS: typeof COLUMNS = TOKEN_PARTS.map(({ part, name }) => ({
  head: name,
  text: ({ tokens }: Bucket) => formatNumber(tokens?.[part]),
}));

function UsageTable({ buckets, withTokens }: Omit<UsageTableProps, "caption">) {
  const columns = withTokens ? [...COLUMNS, ...TOKEN_COLUMNS] : COLUMNS;
  return (
    <Table className="whitespace-nowrap max-sm:text-caption">
      <thead>
        <tr className="sticky top-0 bg-canvas">
          <TableHeaderCell className="first:pl-6 max-lg:first:pl-6">
            {buckets[0]?.tick.includes(":") ? "Hour" : "Day"}
          </TableHeaderCell>
          {columns.map(({ head }) => (
            <TableHeaderCell key={head} className="text-right last:pr-6 max-lg:last:pr-6">
              {head}
            </TableHeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {buckets.map((bucket) => (
          <TableRow key={bucket.key}>
            <th scope="row" className="h-9 pl-6 text-left font-normal">
              {bucket.label}
            </th>
            {columns.map(({ head, text, exact }) => (
              <TableCell
                key={head}
                className="h-9 text-right last:pr-6 max-lg:last:pr-6"
                title={exact?.(bucket)}
              >
                {text(bucket)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

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
          <UsageTable buckets={[...buckets].reverse()} withTokens={withTokens} />
        </section>
      </DialogContent>
    </Dialog>
  );
}
