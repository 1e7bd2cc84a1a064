import type { ReactNode } from "react";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { Table, TableCell, TableHeaderCell, TableRowHeader } from "#app/components/ui/table.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatPrice } from "#app/lib/format.ts";
import type { ModelPrices } from "#core/domain/public-prices.ts";
import { unitOf } from "./calculator-units.ts";
import { ModelDetails } from "./model-details.tsx";
import { cachedPrice, formatTokens, outputText, unitRows } from "./prices-view.ts";

type TableProps = { title: string; models: ModelPrices[] };

/** Models that are priced by tokens of text. */
export function TextModels({ title, models }: TableProps) {
  return (
    <PriceCard title={title} unit="Per million tokens">
      <thead>
        <HeadRow>
          <Head>Model</Head>
          <Head className="text-right max-sm:hidden">Context</Head>
          <Head className="text-right">Input</Head>
          <Head className="text-right max-sm:hidden">Cached input</Head>
          <Head className="text-right">Output</Head>
        </HeadRow>
      </thead>
      {models.map((model) => (
        <tbody key={model.model} className="border-t first-of-type:border-t-0">
          <tr>
            <ModelCell model={model.model}>
              {outputText(model)}
              {/* A narrow screen has no columns for these. */}
              <span className="block sm:hidden">
                {formatTokens(model.context)} context, cached input {formatPrice(cachedPrice(model))}
              </span>
            </ModelCell>
            <Cell className="text-right text-ink-2 max-sm:hidden">{formatTokens(model.context)}</Cell>
            <Cell className="text-right">{formatPrice(model.tokens.input)}</Cell>
            <Cell className="text-right text-ink-2 max-sm:hidden">{formatPrice(cachedPrice(model))}</Cell>
            <Cell className="text-right">{formatPrice(model.tokens.output)}</Cell>
          </tr>
          <ModelDetails model={model} columns={5} />
        </tbody>
      ))}
    </PriceCard>
  );
}

/** Of the further prices of a model. */
const REPEATED = "h-9 py-1";

/** Models with a price for each unit, one row for each price. A context limits tokens alone. */
export function UnitModels({ title, models }: TableProps) {
  return (
    <PriceCard title={title}>
      <thead>
        <HeadRow>
          <Head>Model</Head>
          <Head className="text-right max-sm:hidden">Context</Head>
          <Head className="text-right">Price</Head>
        </HeadRow>
      </thead>
      {models.map((model) => (
        <tbody key={model.model} className="border-t first-of-type:border-t-0">
          {unitRows(model).map(({ label, price, unit }, at) => (
            <tr key={label}>
              <ModelCell model={model.model} repeated={at > 0}>
                {label}
              </ModelCell>
              <Cell className={cn("text-right text-ink-2 max-sm:hidden", at > 0 && REPEATED)}>
                {at === 0 && (unitOf(model) === null ? formatTokens(model.context) : "—")}
              </Cell>
              <Cell className={cn("text-right", at > 0 && REPEATED)}>
                <span className="whitespace-nowrap">{price}</span>{" "}
                <span className="text-caption whitespace-nowrap text-ink-3">{unit}</span>
              </Cell>
            </tr>
          ))}
          <ModelDetails model={model} columns={3} />
        </tbody>
      ))}
    </PriceCard>
  );
}

function PriceCard({ title, unit, children }: { title: string; unit?: string; children: ReactNode }) {
  return (
    <Card className="overflow-hidden">
      <header className="flex items-baseline justify-between gap-3 px-5 pt-4 pb-3 max-lg:px-4">
        <CardTitle>{title}</CardTitle>
        {unit && <span className="text-caption text-ink-3">{unit}</span>}
      </header>
      <Table>{children}</Table>
    </Card>
  );
}

const HeadRow = ({ children }: { children: ReactNode }) => <tr className="border-y bg-canvas">{children}</tr>;

/** Closer together on a phone. */
const GAPS = "px-3 max-sm:px-2";
const CELL = cn("h-14 py-2", GAPS);

const Head = ({ className, children }: { className?: string; children: ReactNode }) => (
  <TableHeaderCell className={cn(GAPS, className)}>{children}</TableHeaderCell>
);

const Cell = ({ className, children }: { className?: string; children: ReactNode }) => (
  <TableCell translate="no" className={cn(CELL, "tabular-nums", className)}>
    {children}
  </TableCell>
);

interface ModelCellProps {
  model: string;
  /** The name is on the row before. */
  repeated?: boolean;
  children: ReactNode;
}

const ModelCell = ({ model, repeated = false, children }: ModelCellProps) => (
  <TableRowHeader className={cn(CELL, repeated && REPEATED)}>
    <span
      translate="no"
      className={cn("font-mono text-mono font-medium wrap-anywhere", repeated && "sr-only")}
    >
      {model}
    </span>
    <span className="block text-caption text-ink-3">{children}</span>
  </TableRowHeader>
);
