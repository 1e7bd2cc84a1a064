import { billOf } from "./charging.ts";
import type { Bill } from "./price-list.ts";
import { UNIT_KINDS, type UnitKind } from "./units.ts";

/** Whole units: images, seconds of audio, characters, search units. */
export interface UnitQuantity {
  unit: UnitKind;
  quantity: number;
}

/** The units of a bill, which has at most one kind of them; null for a bill of tokens alone. */
export function unitsOf(lines: Bill["lines"]): UnitQuantity | null {
  const units = lines.flatMap(({ dimension, quantity }) => {
    const unit = kindOf(dimension);
    return unit !== undefined && quantity > 0 ? [{ unit, quantity }] : [];
  });
  const [first] = units;
  if (first === undefined) return null;
  const same = units.filter(({ unit }) => unit === first.unit);
  return { unit: first.unit, quantity: same.reduce((sum, { quantity }) => sum + quantity, 0) };
}

const kindOf = (dimension: string) =>
  UNIT_KINDS.find((kind) => kind === (dimension.startsWith("image:") ? "image" : dimension));

/**
 * The units of a usage row as they are stored, so that they can be added up: `unit` is the position in `UNIT_KINDS`
 * from 1 on, 0 for none. Lines that are not a bill have none, because a row must never hold up those after it.
 * @param priceLines JSON of a `Bill`.
 */
export function storedUnits(priceLines: string | null): { unit: number; units: number } {
  const counted = priceLines === null ? null : unitsOf(linesOf(priceLines));
  return counted === null
    ? { unit: 0, units: 0 }
    : { unit: UNIT_KINDS.indexOf(counted.unit) + 1, units: counted.quantity };
}

/** @throws RangeError for a number that stands for no kind. */
export function unitKind(stored: number): UnitKind {
  const kind = UNIT_KINDS[stored - 1];
  if (kind === undefined) throw new RangeError(`There is no kind of unit ${stored}.`);
  return kind;
}

function linesOf(priceLines: string): Bill["lines"] {
  try {
    return billOf(priceLines).lines;
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return [];
    throw error;
  }
}
