import { parseVerbatim, verbatimNumber } from "../exact-json.ts";
import { isFields } from "./field-checks.ts";

/** The JSON text with a cost in the object `usage`, at the top or in one of these members; unchanged without one. */
export function withUsageCost(json: string, dollars: string, members: readonly string[] = []): string {
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
