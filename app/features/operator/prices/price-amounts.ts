import { imageLabel, TOKEN_LABELS } from "#app/lib/model-prices.ts";
import type { PriceEntry } from "#core/contract/price-list.ts";
import { OUTPUT_KINDS, TOKEN_KINDS, type TokenKind } from "#core/domain/gateway/price-list.ts";

export const FEES = ["request", "minute", "thousand_characters", "search_unit"] as const;
type Fee = (typeof FEES)[number];

const FEE_LABELS: Record<Fee, string> = {
  request: "Each request",
  minute: "Minute of audio",
  thousand_characters: "1,000 characters",
  search_unit: "Search unit",
};

/** What an amount is for: a kind of tokens, a fee, or `image:1024x1024:high`. */
export type AmountField = TokenKind | Fee | `image:${string}`;
/** Prices, or what the provider charges: both have the same form. */
export type Amounts = Pick<PriceEntry, TokenKind | Fee | "images">;

export const isTokens = (field: AmountField): field is TokenKind =>
  TOKEN_KINDS.some((kind) => kind === field);
const isFee = (field: AmountField): field is Fee => FEES.some((fee) => fee === field);
const imageField = ({ size, quality }: { size: string; quality: string }): AmountField =>
  `image:${size}:${quality}`;

/** The size and quality of an image's field. */
export function imageOf(field: AmountField): { size: string; quality: string } {
  const [, size = "", quality = ""] = field.split(":");
  return { size, quality };
}

export function labelOf(field: AmountField): string {
  if (isTokens(field)) return TOKEN_LABELS[field];
  return isFee(field) ? FEE_LABELS[field] : `Image, ${imageLabel(imageOf(field))}`;
}

/** Micro-dollars; undefined where there is none of its own. */
export function amountOf(amounts: Amounts, field: AmountField): number | undefined {
  if (isTokens(field) || isFee(field)) return amounts[field];
  return amounts.images.find((image) => imageField(image) === field)?.micros;
}

/** Fields with an amount of their own. Without tokens to pay for, the rates of 0 say nothing. */
export function fieldsOf(amounts: Amounts): AmountField[] {
  const others = [...FEES.filter((fee) => amounts[fee] !== undefined), ...amounts.images.map(imageField)];
  const tokens = TOKEN_KINDS.filter((kind) => amounts[kind] !== undefined);
  const charged = tokens.some((kind) => amounts[kind] !== 0) || others.length === 0;
  return charged ? [...tokens, ...others] : others;
}

/** Fields whose price is below what the provider charges, for any length of prompt and any tier. */
export function fieldsBelowCost(entry: PriceEntry): AmountField[] {
  const cost = entry.provider_cost;
  if (cost === undefined) return [];
  const starts = [-1, ...entry.steps.map(({ above }) => above), ...cost.steps.map(({ above }) => above)];
  const tiers = ["default", ...Object.keys(entry.tiers)];
  const isCheap = (kind: TokenKind) =>
    starts.some((above) =>
      tiers.some((tier) => perTier(entry, kind, above, tier) < perTier(cost, kind, above, tier)),
    );
  const units = fieldsOf(cost).filter((field) => !isTokens(field));
  return [
    ...TOKEN_KINDS.filter((kind) => (isOwn(entry, kind) || isOwn(cost, kind)) && isCheap(kind)),
    ...units.filter((field) => (amountOf(entry, field) ?? 0) < (amountOf(cost, field) ?? 0)),
  ];
}

type Rates = Pick<PriceEntry, TokenKind | "steps" | "tiers">;

const isOwn = ({ steps, ...rates }: Rates, kind: TokenKind) =>
  [rates, ...steps].some((at) => at[kind] !== undefined);

/** Thousandths of micro-dollars per million tokens of a prompt that is longer than `above`. */
function perTier({ steps, tiers, ...rates }: Rates, kind: TokenKind, above: number, tier: string): number {
  const at = steps.findLast((step) => step.above <= above) ?? rates;
  const rate = at[kind] ?? (isOutput(kind) ? at.output : at.input);
  return rate * (tier === "default" ? 1_000 : (tiers[tier] ?? 0));
}

const isOutput = (kind: TokenKind) => OUTPUT_KINDS.some((output) => output === kind);

/** Everything is 0. */
export const isFree = (entry: PriceEntry) =>
  fieldsOf(entry).every((field) => amountOf(entry, field) === 0) && entry.steps.length === 0;

/** Words for the unit that a model is charged by, such as `Tokens` or `Image, 6 sizes`. */
export function chargedByText(entry: PriceEntry): string {
  const { images, minute, thousand_characters, search_unit } = entry;
  if (images.length > 0) return images.length === 1 ? "Image" : `Image, ${images.length} kinds`;
  if (minute !== undefined) return FEE_LABELS.minute;
  if (thousand_characters !== undefined) return FEE_LABELS.thousand_characters;
  return search_unit === undefined ? "Tokens" : FEE_LABELS.search_unit;
}
