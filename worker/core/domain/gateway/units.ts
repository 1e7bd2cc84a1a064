import { atMost, type Bill, COUNT_MAX, costOf, type ModelPrice } from "./price-list.ts";
import type { UnitCount } from "./reading.ts";

/** What a model can be charged for beside tokens. A kind is stored as its position, from 1 on: only append. */
export const UNIT_KINDS = ["image", "second", "character", "search_unit"] as const;
export type UnitKind = (typeof UNIT_KINDS)[number];

/** Units that a request can be charged for. */
export interface UnitBound {
  /** Of the bill's line; several where the provider chooses, such as the size `auto` of an image. */
  dimensions: readonly string[];
  most: number;
  /** Charged where the response doesn't report a number. */
  likely: number;
  /** The likely number is the number: the request decides it, and responses don't report it. */
  known: boolean;
}

/** What an endpoint's models are charged by. */
export interface ChargedBy {
  unit: UnitKind | null;
  tokens: boolean;
}

export const BY_TOKENS: ChargedBy = { unit: null, tokens: true };

/** The units that a model has a price for; a model without any is charged by tokens. */
export function unitsPriced({ fees, images }: ModelPrice): UnitKind[] {
  const { minute, thousand_characters, search_unit } = fees;
  const kinds: [UnitKind, boolean][] = [
    ["image", images.length > 0],
    ["second", minute !== undefined],
    ["character", thousand_characters !== undefined],
    ["search_unit", search_unit !== undefined],
  ];
  return kinds.filter(([, priced]) => priced).map(([kind]) => kind);
}

/** True for a model whose prices are those of such an endpoint: otherwise it could be free there. */
export function isChargedBy(price: ModelPrice, { unit, tokens }: ChargedBy): boolean {
  const units = unitsPriced(price);
  return units.length === 0 ? tokens : unit !== null && units.includes(unit);
}

type BillLine = Bill["lines"][number];

/** The dearest line that a response can make of the units that a request permits. */
export function dearestLine(price: ModelPrice, { dimensions, most }: UnitBound): BillLine | null {
  const lines = dimensions.map((dimension) => ({ dimension, quantity: Math.min(most, COUNT_MAX) }));
  const micros = (line: BillLine) => costOf(price, { tier: "default", lines: [line] });
  return lines.reduce<BillLine | null>(
    (dearest, line) => (dearest === null || micros(line) > micros(dearest) ? line : dearest),
    null,
  );
}

export interface ChargedUnits {
  lines: BillLine[];
  /** The response didn't report what the request leaves open. */
  estimated: boolean;
  /** The response reported more than the request permits. */
  lowered: boolean;
}

/** The units of a response within the bound of its request; the dearest ones where it doesn't say which. */
export function chargedUnits(
  price: ModelPrice,
  bound: UnitBound | null,
  reported: UnitCount | null,
): ChargedUnits {
  const dearest = bound === null ? null : dearestLine(price, bound);
  if (bound === null || dearest === null) return { lines: [], estimated: false, lowered: false };
  const quantity = atMost(COUNT_MAX, reported?.quantity ?? bound.likely);
  const named = bound.dimensions.find((dimension) => dimension === reported?.dimension);
  const open = quantity > 0 && named === undefined && bound.dimensions.length > 1;
  const charged = {
    dimension: named ?? dearest.dimension,
    quantity: Math.min(quantity, dearest.quantity),
  };
  return {
    lines: charged.quantity > 0 ? [charged] : [],
    estimated: (reported === null && !bound.known) || open,
    lowered: quantity > bound.most,
  };
}
