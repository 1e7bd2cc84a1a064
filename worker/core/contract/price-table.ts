import { z } from "zod";
import type { ModelPrice, PriceTable } from "#core/domain/gateway/pricing.ts";
import { MODEL_NAME_MAX } from "#core/domain/gateway/request-limits.ts";

/** $10,000 per million tokens. The limits keep every hold and cost an exact number. */
const MICROS_PER_MILLION_MAX = 10_000_000_000;
const REQUEST_MICROS_MAX = 1_000_000_000;
const OUTPUT_TOKENS_MAX = 1_000_000;
const CONTEXT_TOKENS_MAX = 10_000_000;

function whole(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.number({ error }).int(error).min(min, error).max(max, error);
}
const NAME_RULE = `must be a text of 1 to ${MODEL_NAME_MAX} printable ASCII characters without spaces`;

const modelPrice = z.strictObject(
  {
    model: z
      .string({ error: NAME_RULE })
      .regex(/^[!-~]+$/, { error: NAME_RULE, abort: true })
      .max(MODEL_NAME_MAX, NAME_RULE),
    inputMicrosPerMillion: whole(0, MICROS_PER_MILLION_MAX),
    outputMicrosPerMillion: whole(0, MICROS_PER_MILLION_MAX),
    requestMicros: whole(0, REQUEST_MICROS_MAX).default(0),
    maxOutputTokens: whole(0, OUTPUT_TOKENS_MAX),
    contextTokens: whole(1, CONTEXT_TOKENS_MAX),
  },
  {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `has an unknown field: ${issue.keys.join(", ")}`
        : "must be an object",
  },
);
const modelPrices = z.array(modelPrice, { error: "must be a list" });

/** Parses a JSON list of `ModelPrice`. @throws Error naming every wrong entry and field. */
export function parsePriceTable(json: string): PriceTable {
  const result = modelPrices.safeParse(parsed(json));
  if (!result.success) {
    const problems = result.error.issues.map(({ path, message }) => `${location(path)} ${message}`);
    throw new Error(`Invalid model prices: ${problems.join("; ")}.`);
  }
  return tableOf(result.data);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Error("Invalid model prices: the list must be JSON.");
  }
}

function location([entry, ...field]: PropertyKey[]): string {
  if (entry === undefined) return "the list";
  return [`entry ${Number(entry) + 1}`, ...field.map(String)].join(" ");
}

function tableOf(prices: ModelPrice[]): PriceTable {
  const table = new Map(prices.map((price) => [price.model, price]));
  if (table.size === prices.length) return table;
  const duplicate = prices.findIndex(
    ({ model }, i) => prices.findIndex((other) => other.model === model) < i,
  );
  throw new Error(`Invalid model prices: entry ${duplicate + 1} model is listed twice.`);
}
