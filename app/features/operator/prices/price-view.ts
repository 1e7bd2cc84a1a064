import { formatMinute, formatPrice } from "#app/lib/format.ts";
import type { OperatorPriceList, PricePreviewResponse } from "#core/contract/operator-prices.ts";
import type { PriceEntry } from "#core/contract/price-list.ts";
import { csvRecord } from "#core/domain/csv.ts";
import { type AmountField, type Amounts, amountOf, fieldsOf, isTokens, labelOf } from "./price-amounts.ts";

export const STATE_LABELS: Record<OperatorPriceList["state"], string> = {
  scheduled: "Scheduled",
  in_force: "In force",
  past: "Past",
  replaced: "Replaced",
  canceled: "Canceled",
};

/** `Nov 1, 2026, 00:00 UTC` */
export const utcMoment = (at: string) => `${formatMinute(at, "UTC")} UTC`;

const priceText = (micros: number | undefined) =>
  micros === undefined ? "—" : formatPrice(micros / 1_000_000);

export const amountText = (amounts: Amounts | undefined, field: AmountField) =>
  amounts === undefined ? "—" : priceText(amountOf(amounts, field));

/** A column of tokens, empty for a model that is charged by units. */
export const columnText = (entry: Amounts, field: AmountField) =>
  fieldsOf(entry).includes(field) ? amountText(entry, field) : "—";

/** `$0.006`, and of several images `$0.011 – $0.25`; a fee for each request beside tokens isn't a unit. */
export function unitText(amounts: Amounts): string {
  const units = fieldsOf(amounts).filter((field) => !isTokens(field) && field !== "request");
  const micros = units.map((field) => amountOf(amounts, field) ?? 0);
  if (micros.length === 0) return "—";
  const [least, most] = [Math.min(...micros), Math.max(...micros)];
  return least === most ? priceText(least) : `${priceText(least)} – ${priceText(most)}`;
}

/** `$0.105 / $0.42` for input and output, or that of a unit. */
export function costText({ provider_cost: cost }: PriceEntry): string {
  if (cost === undefined) return "—";
  const unit = unitText(cost);
  return unit === "—" ? `${amountText(cost, "input")} / ${amountText(cost, "output")}` : unit;
}

/** `+3.1%`, with a true minus; null without anything to compare with. */
export function changeText(before: number, after: number): string | null {
  if (before === 0) return after === 0 ? "0.0%" : null;
  const percent = (100 * (after - before)) / before;
  const text = Math.abs(percent).toFixed(1);
  return text === "0.0" ? "0.0%" : `${percent > 0 ? "+" : "−"}${text}%`;
}

type Margin = Pick<
  PricePreviewResponse,
  "before" | "after" | "provider_cost" | "margin_after" | "margin_before"
>;

/** The part of the charges that is left; `—` where the cost isn't known or nothing was charged. */
export function marginText(of: Pick<Margin, "provider_cost" | "margin_after"> | undefined): string {
  if (of === undefined || of.margin_after === null || of.provider_cost === null) return "—";
  const charged = of.margin_after + of.provider_cost;
  if (charged === 0) return "—";
  const percent = (100 * of.margin_after) / charged;
  return `${percent < 0 ? "−" : ""}${Math.abs(percent).toFixed(1)}%`;
}

/** Amounts of its prices or of its provider's. */
export function shownFields(entry: PriceEntry): AmountField[] {
  const costs = entry.provider_cost === undefined ? [] : fieldsOf(entry.provider_cost);
  return [...new Set([...fieldsOf(entry), ...costs])];
}

const COLUMNS = ["model", "price", "usd", "provider_cost_usd", "above_input_tokens"];
const dollarsOrNull = (micros: number | undefined) => (micros === undefined ? null : micros / 1_000_000);

/** One line per price, those of longer prompts after the others. */
export function priceListCsv(models: readonly PriceEntry[]): string {
  const lines = models.flatMap((entry) => [
    ...shownFields(entry).map((field) => lineOf(entry, field, entry, entry.provider_cost, null)),
    ...entry.steps.flatMap(({ above, ...rates }) => {
      const step = { ...rates, images: [] };
      const cost = entry.provider_cost?.steps.find((at) => at.above === above);
      return fieldsOf(step).map((field) =>
        lineOf(entry, field, step, cost && { ...cost, images: [] }, above),
      );
    }),
  ]);
  return [COLUMNS, ...lines].map(csvRecord).join("");
}

function lineOf(
  { model }: PriceEntry,
  field: AmountField,
  price: Amounts,
  cost: Amounts | undefined,
  above: number | null,
) {
  const [usd, costUsd] = [price, cost].map((of) => dollarsOrNull(of && amountOf(of, field)));
  return [model, labelOf(field), usd ?? null, costUsd ?? null, above];
}
