import { addressOf, choiceParameter } from "#app/lib/address.ts";
import { formatNumber, formatPrice } from "#app/lib/format.ts";
import { imageLabel, MODEL_KINDS, TOKEN_LABELS } from "#app/lib/model-prices.ts";
import { TOKEN_KINDS, type TokenKind } from "#core/domain/gateway/price-list.ts";
import type { ModelPrices, TokenPrices } from "#core/domain/public-prices.ts";

export const kindParameter = choiceParameter("show", MODEL_KINDS, null);
export const pricesAddress = addressOf({ kind: kindParameter });

/** Columns of the table of text models. */
const IN_COLUMNS: readonly TokenKind[] = ["input", "cached_input", "output"];

export interface PriceRow {
  label: string;
  price: string;
  unit: string;
}

const PER_MILLION = "per million tokens";

const tokenRow = (kind: TokenKind, price: number): PriceRow => ({
  label: TOKEN_LABELS[kind],
  price: formatPrice(price),
  unit: PER_MILLION,
});

/** The prices of a model that is not listed by its text tokens; at least one. */
export function unitRows(model: ModelPrices): PriceRow[] {
  const { tokens, images, max_output } = model;
  const smallestFirst = images.toSorted((a, b) => a.size.localeCompare(b.size) || a.price - b.price);
  const rows = [
    ...smallestFirst.map(({ size, quality, price }) => ({
      label: imageLabel({ size, quality }),
      price: formatPrice(price),
      unit: "per image",
    })),
    ...feeRows(model),
    ...pricedKinds(tokens)
      .filter((kind) => kind !== "output" || max_output > 0)
      .map((kind) => ({ kind, price: tokens[kind] ?? 0 }))
      .filter(({ price }) => price > 0)
      .map(({ kind, price }) => tokenRow(kind, price)),
  ];
  return rows.length > 0 ? rows : [{ label: "Any request", price: "Free", unit: "no charge" }];
}

function feeRows({ request, minute, minimum_seconds, thousand_characters, search_unit }: ModelPrices) {
  const least = minimum_seconds > 0 ? `, at least ${formatNumber(minimum_seconds)} seconds` : "";
  const rows: [string, number | undefined, string][] = [
    [`Audio${least}`, minute, "per minute"],
    ["Text to speech", thousand_characters, "per 1,000 characters"],
    ["Search", search_unit, "per search unit"],
    ["Each request", request, "per request"],
  ];
  return rows.flatMap(([label, price, unit]) => (price ? [{ label, price: formatPrice(price), unit }] : []));
}

const pricedKinds = (tokens: TokenPrices) => TOKEN_KINDS.filter((kind) => tokens[kind] !== undefined);

/** Prices that the table of text models has no column for. */
export const furtherRows = (model: ModelPrices): PriceRow[] => [
  ...pricedKinds(model.tokens)
    .filter((kind) => !IN_COLUMNS.includes(kind))
    .map((kind) => tokenRow(kind, model.tokens[kind] ?? 0)),
  ...feeRows(model),
];

/** Prices of longer prompts, one table for each step. */
export const longPrompts = ({ long_prompts }: ModelPrices) =>
  long_prompts.map(({ above, tokens }) => ({
    title: `Over ${formatTokens(above)} input tokens`,
    rows: pricedKinds(tokens).map((kind) => tokenRow(kind, tokens[kind] ?? 0)),
  }));

/** `flex × 0.5` */
export const tierTexts = ({ service_tiers }: ModelPrices) =>
  Object.entries(service_tiers).map(([name, factor]) => ({ name, factor: `× ${factor}` }));

/** `Up to 16,384 output tokens, reasoning included` */
export const outputText = ({ max_output, reasoning }: ModelPrices) =>
  `Up to ${formatNumber(max_output)} output tokens${reasoning ? ", reasoning included" : ""}`;

/** A kind without a price of its own costs as much as plain input. */
export const cachedPrice = ({ tokens }: ModelPrices) => tokens.cached_input ?? tokens.input;

const THOUSAND = 1_000;

/** `128k`, `8,192` */
export const formatTokens = (count: number) =>
  count >= THOUSAND && count % THOUSAND === 0 ? `${formatNumber(count / THOUSAND)}k` : formatNumber(count);
