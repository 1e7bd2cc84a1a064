import { Link } from "@remix-run/react";
import { cn } from "#app/lib/class-names.ts";
import { formatCost, formatDate, formatNumber } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { ChargedLine, UsageReceipt } from "#core/contract/usage.ts";
import { dimensionLabel, ESTIMATED_HELP, isAllTokens, OUTCOME_LABELS, priceText } from "./receipt-view.ts";

const HEAD = "h-8.5 px-3.5 text-caption font-medium text-ink-3";
const CELL = "h-9 px-3.5";

/** The items that make up the request's price. It shows nothing for a request whose items were not recorded. */
export function ReceiptPrices({ receipt }: { receipt: UsageReceipt }) {
  const { price_lines: lines, charged } = receipt;
  if (!lines || lines.length === 0) return null;
  const isPriced = lines.every(({ amount }) => amount !== null);
  const allTokens = isPriced && isAllTokens(lines);
  return (
    <div className="mt-5 overflow-hidden rounded-control border">
      <table className="w-full text-small tabular-nums">
        <thead>
          <tr className="bg-canvas">
            <th scope="col" className={cn(HEAD, "text-left")}>
              {isPriced ? "Price" : "Item"}
            </th>
            <th scope="col" className={cn(HEAD, "text-right")}>
              {allTokens ? "Tokens" : "Quantity"}
            </th>
            {isPriced && (
              <>
                <th scope="col" className={cn(HEAD, "text-right max-sm:hidden")}>
                  {allTokens ? "Per million" : "Rate"}
                </th>
                <th scope="col" className={cn(HEAD, "text-right")}>
                  Amount
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <PriceRow key={line.dimension} line={line} isPriced={isPriced} allTokens={allTokens} />
          ))}
          {isPriced && (
            <tr className="border-t bg-canvas font-medium">
              <th scope="row" className={cn(CELL, "text-left font-medium")}>
                Charged
              </th>
              <td className={cn(CELL, "text-right font-normal text-ink-2")}>
                {allTokens && formatNumber(lines.reduce((sum, { quantity }) => sum + quantity, 0))}
              </td>
              <td className="max-sm:hidden" />
              <td className={cn(CELL, "text-right")}>{formatCost(charged)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

interface PriceRowProps {
  line: ChargedLine;
  isPriced: boolean;
  allTokens: boolean;
}

const PriceRow = ({ line, isPriced, allTokens }: PriceRowProps) => (
  <tr className="border-t">
    <th scope="row" className={cn(CELL, "text-left font-normal text-ink-2")}>
      {dimensionLabel(line.dimension)}
    </th>
    <td className={cn(CELL, "text-right")}>{formatNumber(line.quantity)}</td>
    {isPriced && (
      <>
        <td className={cn(CELL, "text-right whitespace-nowrap text-ink-3 max-sm:hidden")}>
          {priceText(line, allTokens)}
        </td>
        <td className={cn(CELL, "text-right")}>{formatCost(line.amount)}</td>
      </>
    )}
  </tr>
);

/** Explains the charge: its outcome, an estimate, the prices. */
export function ReceiptNotes({ receipt }: { receipt: UsageReceipt }) {
  const { outcome, estimated, prices_from } = receipt;
  const help = outcome && OUTCOME_LABELS[outcome].help;
  const notes = [help, estimated && ESTIMATED_HELP].filter(Boolean);
  if (notes.length === 0 && !prices_from) return null;
  return (
    <div className="mt-3 space-y-1 px-3.5 text-caption text-ink-3">
      {notes.map((note) => (
        <p key={String(note)}>{note}</p>
      ))}
      {prices_from && (
        <p>
          Prices of {formatDate(prices_from)}.{" "}
          <Link to={paths.pricing} className="rounded-tag text-accent-ink underline-offset-4 hover:underline">
            Current prices
          </Link>
        </p>
      )}
    </div>
  );
}
