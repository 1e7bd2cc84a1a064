import type { PriceEntry } from "#core/contract/price-list.ts";
import { priceMessages as messages } from "./messages.ts";

/** Fields that are written in JSON, with what the API takes where they are left out. */
export const OTHER_DEFAULTS = {
  steps: [],
  tiers: {},
  least_seconds: 0,
  overhead: 0,
  tool_overhead: 0,
  image_tokens: null,
  audio_second_tokens: null,
  page_tokens: null,
  reasoning: false,
  hidden_tokens_per_second: 50,
} satisfies Partial<PriceEntry>;

type OtherName = keyof typeof OTHER_DEFAULTS;
const OTHERS = Object.keys(OTHER_DEFAULTS) as OtherName[];
type CostName = Extract<OtherName, "steps" | "tiers" | "least_seconds">;
const OTHER_COSTS: readonly CostName[] = ["steps", "tiers", "least_seconds"];

type OtherFields = Pick<PriceEntry, OtherName> & {
  provider_cost: Partial<Pick<NonNullable<PriceEntry["provider_cost"]>, CostName>>;
};

/** Those that differ from their defaults, in JSON. */
export function othersIn(entry: PriceEntry): string {
  const cost = entry.provider_cost;
  const costs = cost === undefined ? {} : changed(cost, OTHER_COSTS);
  const others = {
    ...changed(entry, OTHERS),
    ...(Object.keys(costs).length > 0 && { provider_cost: costs }),
  };
  return JSON.stringify(others, null, 2);
}

const changed = <Name extends OtherName>(from: Record<Name, unknown>, names: readonly Name[]) =>
  Object.fromEntries(
    names.flatMap((name) =>
      JSON.stringify(from[name]) === JSON.stringify(OTHER_DEFAULTS[name]) ? [] : [[name, from[name]]],
    ),
  );

/** Of a text without problems. */
export function otherFieldsOf(text: string): OtherFields {
  // By `otherFieldsProblem`.
  const fields = JSON.parse(text) as Partial<OtherFields>;
  return { ...OTHER_DEFAULTS, provider_cost: {}, ...fields };
}

/** Null if it can be shown and sent; the API checks the amounts in it. */
export function otherFieldsProblem(text: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return messages.notJson;
  }
  if (!isRecord(value)) return messages.notJson;
  const { provider_cost: costs = {}, ...fields } = value;
  if (!isRecord(costs)) return messages.wrongField("provider_cost");
  return wrongField(fields, OTHERS) ?? wrongField(costs, OTHER_COSTS);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value instanceof Object && !Array.isArray(value);

function wrongField(fields: Record<string, unknown>, names: readonly OtherName[]): string | null {
  for (const [given, value] of Object.entries(fields)) {
    const name = names.find((known) => known === given);
    if (name === undefined) return messages.unknownField(given);
    if (!hasForm(name, value)) return messages.wrongField(given);
  }
  return null;
}

function hasForm(name: OtherName, value: unknown): boolean {
  if (name === "steps") return Array.isArray(value) && value.every(isStep);
  if (name === "tiers") return isRecord(value) && Object.values(value).every(isNumber);
  if (name === "reasoning") return typeof value === "boolean";
  return isNumber(value) || (OTHER_DEFAULTS[name] === null && value === null);
}

const isNumber = (value: unknown) => typeof value === "number";
const isStep = (value: unknown) =>
  isRecord(value) &&
  Object.values(value).every(isNumber) &&
  ["above", "input", "output"].every((name) => name in value);
