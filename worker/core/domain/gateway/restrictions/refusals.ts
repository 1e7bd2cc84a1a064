import type { Refusal } from "./restriction.ts";
import { RESTRICTION_NAMES, RESTRICTIONS, type RestrictionName } from "./table.ts";

type Table = typeof RESTRICTIONS;
type Refusals = {
  [Name in RestrictionName]: Table[Name] extends { refusal: infer Own } ? Own : never;
}[RestrictionName];
export type RestrictionCode = Refusals["code"];

/** How requests are refused that a key's restrictions don't allow, by code. The lists of codes and causes are made of these. */
export const RESTRICTION_REFUSALS = Object.fromEntries(
  RESTRICTION_NAMES.flatMap((name) => {
    const restriction = RESTRICTIONS[name];
    return "refusal" in restriction ? [[restriction.refusal.code, restriction.refusal]] : [];
  }),
  // Each code has the refusal that names it.
) as { [Code in RestrictionCode]: Extract<Refusals, { code: Code }> };

// Its keys are the codes.
export const RESTRICTION_CODES = Object.keys(RESTRICTION_REFUSALS) as RestrictionCode[];

export const isRestriction = (code: string): code is RestrictionCode =>
  Object.hasOwn(RESTRICTION_REFUSALS, code);

/** A record with something for each code. */
export const byRestriction = <Value>(entryOf: (refusal: Refusal) => Value): Record<RestrictionCode, Value> =>
  // It has an entry for each of the codes.
  Object.fromEntries(RESTRICTION_CODES.map((code) => [code, entryOf(RESTRICTION_REFUSALS[code])])) as Record<
    RestrictionCode,
    Value
  >;
