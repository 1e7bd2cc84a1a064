import { z } from "zod";
import { DomainError, type ErrorDetails } from "#core/domain/errors.ts";
import { type ModelPrice, TOKEN_KINDS, type TokenRates } from "#core/domain/gateway/price-list.ts";
import { MODEL_NAME_MAX } from "#core/domain/gateway/request-limits.ts";
import { DEFAULT_TIERS } from "#core/domain/gateway/request-price.ts";
import { TEST_MODEL_NAME } from "#core/domain/gateway/test-scenarios.ts";

/** $10,000 per million tokens, and ten times as much at most; these limits keep every hold and cost an exact number. */
const RATE_MAX = 10_000_000_000;
const MULTIPLIER_MAX = 10_000;
const FEE_MAX = 1_000_000_000;
const CONTEXT_MAX = 10_000_000;
const OUTPUT_MAX = 1_000_000;
const OVERHEAD_MAX = 1_000_000;
const SPEED_MAX = 10_000;
const LEAST_SECONDS_MAX = 3_600;

const MODELS_MAX = 1_000;
const STEPS_MAX = 10;
const IMAGES_MAX = 100;
const TIERS_MAX = 10;
const PROBLEMS_SHOWN = 20;
const HIDDEN_TOKENS_PER_SECOND = 50;

const orMissing = (rule: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? "is missing" : rule),
});

function whole(min: number, max: number) {
  const rule = `must be a whole number from ${min} to ${max}`;
  return z.number(orMissing(rule)).int(rule).min(min, rule).max(max, rule);
}

function text(pattern: RegExp, rule: string) {
  return z.string(orMissing(rule)).regex(pattern, rule);
}

const object = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `has an unknown field: ${issue.keys.join(", ")}`
        : "must be an object",
  });

const list = <Entry extends z.ZodType>(entry: Entry, most: number) =>
  z.array(entry, { error: "must be a list" }).max(most, `must have at most ${most} entries`).default([]);

const rate = whole(0, RATE_MAX);
const otherRate = rate.optional();
/** Micro-dollars per million tokens. */
const rates = {
  input: rate,
  cached_input: otherRate,
  cache_write_5m: otherRate,
  cache_write_1h: otherRate,
  audio_input: otherRate,
  cached_audio_input: otherRate,
  image_input: otherRate,
  output: rate,
  audio_output: otherRate,
  image_output: otherRate,
};
const fee = whole(0, FEE_MAX).optional();
const imageWord = text(/^[\w.-]{1,32}$/, "must be 1 to 32 letters, digits, dots, dashes or underscores");
const tokensOfUnit = whole(0, CONTEXT_MAX).nullable().default(null);

const tiers = z
  .record(
    text(/^[a-z][a-z0-9_-]{0,31}$/, "must be named in lower-case letters, digits, - or _").refine(
      (name) => !DEFAULT_TIERS.includes(name),
      "is the default tier, which has no multiplier",
    ),
    whole(1, MULTIPLIER_MAX),
    { error: (issue) => (issue.code === "invalid_key" ? issue.issues[0]?.message : "must be an object") },
  )
  .refine((all) => Object.keys(all).length <= TIERS_MAX, `must have at most ${TIERS_MAX} tiers`)
  .transform((all) => Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1))))
  .default({});

const steps = list(object({ above: whole(0, CONTEXT_MAX), ...rates }), STEPS_MAX).refine(
  (all) => all.every(({ above }, i) => i === 0 || above > (all[i - 1]?.above ?? 0)),
  "must be in ascending order of above",
);

const images = list(
  object({ size: imageWord, quality: imageWord, micros: whole(0, FEE_MAX) }),
  IMAGES_MAX,
).refine(
  (all) => new Set(all.map(({ size, quality }) => `${size}:${quality}`)).size === all.length,
  "must have each size and quality once",
);

const FEES = ["request", "minute", "thousand_characters", "search_unit"] as const;

/** What the quantities of a bill are multiplied by; micro-dollars. */
const components = {
  ...rates,
  steps,
  request: fee,
  minute: fee,
  thousand_characters: fee,
  search_unit: fee,
  least_seconds: whole(0, LEAST_SECONDS_MAX).default(0),
  images,
  tiers,
};
const componentsObject = object(components);
type Components = z.output<typeof componentsObject>;

/** A model as an operator writes it; amounts are micro-dollars. */
const priceEntry = object({
  model: text(
    /^[!-~]+$/,
    `must be a text of 1 to ${MODEL_NAME_MAX} printable ASCII characters without spaces`,
  )
    .max(MODEL_NAME_MAX, `must have at most ${MODEL_NAME_MAX} characters`)
    .refine((name) => name !== TEST_MODEL_NAME, "is the name of the test keys' model"),
  ...components,
  context: whole(1, CONTEXT_MAX),
  max_output: whole(0, OUTPUT_MAX),
  overhead: whole(0, OVERHEAD_MAX).default(0),
  tool_overhead: whole(0, OVERHEAD_MAX).default(0),
  image_tokens: tokensOfUnit,
  audio_second_tokens: tokensOfUnit,
  page_tokens: tokensOfUnit,
  reasoning: z.boolean("must be true or false").default(false),
  hidden_tokens_per_second: whole(0, SPEED_MAX).default(HIDDEN_TOKENS_PER_SECOND),
  /** What the provider charges the operator. Customers never see it. */
  provider_cost: componentsObject.optional(),
}).superRefine(({ provider_cost: cost, ...entry }, context) => {
  if (cost === undefined) return;
  const [priced, costed] = [countedBesideTokens(entry), countedBesideTokens(cost)];
  const refuse = (path: readonly string[], message: string) =>
    context.addIssue({ code: "custom", path: ["provider_cost", ...path], message });
  for (const [name, path] of priced)
    if (!costed.has(name)) refuse(path, `has no ${name}, which the model has a price for`);
  for (const [name, path] of costed)
    if (!priced.has(name)) refuse(path, `has ${name}, which the model has no price for`);
});

/** By name, with its field. A request that is charged for one has a known cost only if the provider's figures have it. */
function countedBesideTokens({
  images,
  tiers,
  ...amounts
}: Components): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  for (const fee of FEES) if (amounts[fee] !== undefined) names.set(fee, [fee]);
  for (const { size, quality } of images) names.set(`image ${size} ${quality}`, ["images"]);
  for (const tier of Object.keys(tiers)) names.set(`tier ${tier}`, ["tiers"]);
  return names;
}
export type PriceEntry = z.output<typeof priceEntry>;

const priceEntries = z
  .array(priceEntry, { error: "must be a list" })
  .min(1, "must have at least one model")
  .max(MODELS_MAX, `must have at most ${MODELS_MAX} models`)
  .superRefine((entries, context) => {
    const known = new Set<string>();
    for (const [i, { model }] of entries.entries()) {
      if (known.has(model))
        context.addIssue({ code: "custom", path: [i, "model"], message: "is listed twice" });
      known.add(model);
    }
  });

/**
 * The models of a price list by name, with every default filled in, so that equal lists have equal JSON.
 * @param field of the request that has the list, so that a refusal names the first wrong field, such as `models.0.input`.
 * @throws DomainError `invalid_request` naming each wrong entry, field and rule.
 */
export function parsePriceEntries(json: string, field?: string): PriceEntry[] {
  const value = parsed(json);
  const result = priceEntries.safeParse(value);
  if (result.success) return result.data.sort((a, b) => (a.model < b.model ? -1 : 1));
  const path = [field, ...(result.error.issues[0]?.path ?? [])].map(String).join(".");
  const problems = result.error.issues.map(({ path, message }) => `${locationOf(path, value)} ${message}`);
  const more = problems.length - PROBLEMS_SHOWN;
  const shown = [...problems.slice(0, PROBLEMS_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])];
  throw wrong(shown.join("; "), field === undefined ? {} : { field: path });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw wrong("the list must be JSON");
  }
}

const wrong = (problems: string, details: ErrorDetails = {}) =>
  new DomainError("invalid_request", `Invalid price list: ${problems}.`, details);

/** `entry 2 (gpt-4o) steps 1 above`, counted from 1. */
function locationOf([entry, ...field]: PropertyKey[], list: unknown): string {
  if (entry === undefined) return "the list";
  const at = Number(entry);
  const named = Array.isArray(list)
    ? z.object({ model: z.string().max(MODEL_NAME_MAX) }).safeParse(list[at])
    : null;
  const name = named?.success ? ` (${named.data.model})` : "";
  const fields = field.map((part) => (typeof part === "number" ? part + 1 : String(part)));
  return [`entry ${at + 1}${name}`, ...fields].join(" ");
}

export const modelPricesOf = (entries: readonly PriceEntry[]): ReadonlyMap<string, ModelPrice> =>
  new Map(entries.map((entry) => [entry.model, modelPriceOf(entry, entry)]));

/** What the provider charges, in the form of prices, for the models of a list that say so. */
export const providerCostsOf = (entries: readonly PriceEntry[]): ReadonlyMap<string, ModelPrice> =>
  new Map(
    entries.flatMap((entry) =>
      entry.provider_cost === undefined ? [] : [[entry.model, modelPriceOf(entry, entry.provider_cost)]],
    ),
  );

/** Without the provider's cost: the gateway and everything that customers see are made of it. */
function modelPriceOf(entry: PriceEntry, amounts: Components): ModelPrice {
  const { request, minute, thousand_characters, search_unit } = amounts;
  return {
    model: entry.model,
    rates: ratesOf(amounts),
    steps: amounts.steps.map((step) => ({ above: step.above, rates: ratesOf(step) })),
    fees: {
      ...(request !== undefined && { request }),
      ...(minute !== undefined && { minute }),
      ...(thousand_characters !== undefined && { thousand_characters }),
      ...(search_unit !== undefined && { search_unit }),
    },
    leastSeconds: amounts.least_seconds,
    images: amounts.images,
    tiers: amounts.tiers,
    contextTokens: entry.context,
    maxOutputTokens: entry.max_output,
    overheadTokens: entry.overhead,
    toolOverheadTokens: entry.tool_overhead,
    imageTokens: entry.image_tokens,
    audioSecondTokens: entry.audio_second_tokens,
    pageTokens: entry.page_tokens,
    reasoning: entry.reasoning,
    hiddenTokensPerSecond: entry.hidden_tokens_per_second,
  };
}

function ratesOf(
  entry: { [Kind in keyof typeof rates]?: number | undefined } & { input: number; output: number },
) {
  const result: TokenRates = { input: entry.input, output: entry.output };
  for (const kind of TOKEN_KINDS) {
    const micros = entry[kind];
    if (micros !== undefined) result[kind] = micros;
  }
  return result;
}
