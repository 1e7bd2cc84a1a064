import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogTitle,
  DialogTrigger,
} from "#app/components/ui/dialog.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { Table, TableCell, TableHeaderCell, TableRow } from "#app/components/ui/table.tsx";
import { formatMilliseconds, formatNumber } from "#app/lib/format.ts";
import type { Range } from "#core/domain/ranges.ts";
import type { Bucket } from "./buckets.ts";
import { RANGE_LABELS } from "./messages.ts";

export interface UsageTableProps {
  buckets: readonly Bucket[];
  range: Range;
}

function UsageTable({ buckets, range }: UsageTableProps) {
  return (
    <Table className="whitespace-nowrap max-sm:text-caption">
      <thead>
        <tr className="sticky top-0 bg-canvas">
          <TableHeaderCell className="first:pl-6">{range === "24h" ? "Hour" : "Day"}</TableHeaderCell>
          <TableHeaderCell className="text-right">Requests</TableHeaderCell>
          <TableHeaderCell className="text-right">Errors</TableHeaderCell>
          <TableHeaderCell className="text-right last:pr-6">Avg time</TableHeaderCell>
        </tr>
      </thead>
      <tbody>
        {buckets.map(({ key, label, requests, errors, time }) => (
          <TableRow key={key}>
            <th scope="row" className="h-9 pl-6 text-left font-normal max-sm:whitespace-normal">
              {label}
            </th>
            <TableCell className="h-9 text-right">{formatNumber(requests)}</TableCell>
            <TableCell className="h-9 text-right">{formatNumber(errors)}</TableCell>
            <TableCell className="h-9 text-right text-ink-2 last:pr-6">{formatMilliseconds(time)}</TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

export default function UsageTableDialog({ buckets, range, trigger }: UsageTableProps & OnDemandProps) {
  return (
    <Dialog defaultOpen>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent className="max-w-[36rem] overflow-hidden pb-0">
        <DialogTitle>Usage</DialogTitle>
        <DialogDescription>{RANGE_LABELS[range]}, newest first</DialogDescription>
        <section
          aria-label="Usage table"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard (WCAG 2.1.1)
          tabIndex={0}
          className="-mx-6 mt-4 max-h-[60vh] overflow-auto border-t"
        >
          <UsageTable buckets={[...buckets].reverse()} range={range} />
        </section>
      </DialogContent>
    </Dialog>
  );
}
