import { formatCompact, formatCount, formatMinutes, plural } from "#app/lib/format.ts";
import type { UnitQuantity } from "#core/domain/gateway/charged-units.ts";
import type { UnitKind } from "#core/domain/gateway/units.ts";

const NOUNS: Record<Exclude<UnitKind, "second">, string> = {
  image: "image",
  character: "character",
  search_unit: "search unit",
};
const SHORT_NOUNS = { ...NOUNS, character: "char", search_unit: "unit" };

/** `2 images`, `1.5 min`, `1,234 characters`, `3 search units`. */
export const unitText = ({ unit, quantity }: UnitQuantity) =>
  unit === "second" ? formatMinutes(quantity) : formatCount(quantity, NOUNS[unit]);

/** For a narrow column: `42 images`, `12.4k chars`, `310 units`. */
export const shortUnitText = ({ unit, quantity }: UnitQuantity) =>
  unit === "second"
    ? formatMinutes(quantity, formatCompact)
    : `${formatCompact(quantity)} ${plural(quantity, SHORT_NOUNS[unit])}`;

interface Used {
  /** Null where none are known. */
  tokens: number | null;
  units: readonly UnitQuantity[];
}

/** Everything that several requests used, each kind by itself: `1,200 tokens`, `42 images`. */
export const usedTexts = ({ tokens, units }: Used) => [
  ...(tokens === null ? [] : [formatCount(tokens, "token")]),
  ...units.map(unitText),
];

/** `4.5k tokens`, `42 images`; `4.5k tokens +2` where there are two more kinds. */
export function usedShortText({ tokens, units }: Used): string {
  const texts = [
    ...(tokens === null ? [] : [`${formatCompact(tokens)} ${plural(tokens, "token")}`]),
    ...units.map(shortUnitText),
  ];
  return texts.length > 1 ? `${texts[0]} +${texts.length - 1}` : (texts[0] ?? "—");
}
