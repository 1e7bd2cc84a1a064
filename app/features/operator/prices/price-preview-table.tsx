import type { ReactNode } from "react";
import { Table, TableCell, TableHeaderCell, TableRow } from "#app/components/ui/table.tsx";
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

/** Models whose charges stay the same are one line. On a phone it scrolls within its card. */
export function PreviewTable({ preview }: { preview: PricePreviewResponse }) {
  const changed = preview.models.filter(({ before, after }) => before !== after);
  const same = preview.models.filter(({ before, after }) => before === after);
  const rest = { provider_cost: null, margin_after: null };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it only with the focus
    <section className="overflow-x-auto border-t" aria-label="Preview by model" tabIndex={0}>
      <Table>
        <thead>
          <tr className="bg-canvas">
            <TableHeaderCell>Model</TableHeaderCell>
            {["Charged", "At these prices", "Difference", "Change", "Provider cost", "Margin"].map(
              (heading) => (
                <TableHeaderCell key={heading} className="text-right whitespace-nowrap">
                  {heading}
                </TableHeaderCell>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {changed.map((model) => (
            <SumRow key={model.model} sums={model}>
              <span
                className="block max-w-60 truncate font-mono text-[0.78125rem] font-medium"
                title={model.model}
              >
                {model.model}
              </span>
              {model.refused > 0 && (
                <span className="block text-caption whitespace-nowrap text-danger-ink">
                  {formatCount(model.refused, "request")} refused
                </span>
              )}
            </SumRow>
          ))}
          {same.length > 0 && (
            <SumRow sums={{ before: sumOf(same, "before"), after: sumOf(same, "after"), ...rest }} isQuiet>
              {formatCount(same.length, "unchanged model")}
            </SumRow>
          )}
          <SumRow sums={preview} className="bg-canvas font-medium">
            Total
          </SumRow>
        </tbody>
      </Table>
    </section>
  );
}

interface SumRowProps {
  sums: Sums;
  isQuiet?: boolean;
  className?: string;
  children: ReactNode;
}

function SumRow({ sums, isQuiet = false, className, children }: SumRowProps) {
  const { before, after, provider_cost } = sums;
  const cell = "h-11 text-right whitespace-nowrap tabular-nums";
  return (
    <TableRow className={cn(isQuiet && "text-ink-2", className)}>
      <TableCell className="h-11 w-full">{children}</TableCell>
      <TableCell className={cn(cell, "text-ink-2")} title={formatExactDollars(before)}>
        {formatSum(before)}
      </TableCell>
      <TableCell className={cn(cell, !isQuiet && "font-medium")} title={formatExactDollars(after)}>
        {formatSum(after)}
      </TableCell>
      <TableCell className={cell}>{differenceText(sums)}</TableCell>
      <TableCell className={cell}>{changeText(before, after) ?? "New"}</TableCell>
      <TableCell className={cn(cell, "text-ink-2")}>{formatSum(provider_cost)}</TableCell>
      <TableCell className={cell}>{marginText(sums)}</TableCell>
    </TableRow>
  );
}
