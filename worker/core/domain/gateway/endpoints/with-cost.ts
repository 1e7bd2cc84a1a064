import { parseVerbatim, verbatimNumber } from "../exact-json.ts";
import { objectUnder } from "../json-text.ts";
import { isFields } from "./field-checks.ts";

/** A name that is the cost's, or may be. */
const MAY_BE_COST = /"cost"|\\/;

/**
 * The JSON text with a cost in the object `usage`, at the top or in one of these members; unchanged without a usage.
 * What the provider calls a cost is replaced.
 */
export function withUsageCost(json: string, dollars: string, members: readonly string[] = []): string {
  return inserted(json, dollars) ?? rewritten(json, dollars, members);
}

/**
 * The same text with the cost as the last member of `usage`: null unless that is at the top, once, and without a cost.
 * It takes a tenth of the time of writing the text anew, which can have a megabyte.
 */
function inserted(json: string, dollars: string): string | null {
  const place = objectUnder(json, "usage");
  if (place === null) return null;
  const usage = json.slice(place.from, place.to);
  if (MAY_BE_COST.test(usage)) return null;
  const comma = /^\{\s*\}$/.test(usage) ? "" : ",";
  return `${json.slice(0, place.to - 1)}${comma}"cost":${dollars}${json.slice(place.to - 1)}`;
}

function rewritten(json: string, dollars: string, members: readonly string[]): string {
  const value = parsed(json);
  if (!isFields(value)) return json;
  const usage = usageIn(value, members);
  if (usage === null) return json;
  Object.assign(usage, { cost: verbatimNumber(dollars) });
  return JSON.stringify(value);
}

function usageIn(value: object, members: readonly string[]): object | null {
  for (const holder of [...members.map((name) => Reflect.get(value, name)), value]) {
    const usage = isFields(holder) ? holder.usage : undefined;
    if (isFields(usage)) return usage;
  }
  return null;
}

function parsed(json: string): unknown {
  try {
    return parseVerbatim(json);
  } catch {
    return undefined;
  }
}
