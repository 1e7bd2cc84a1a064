import { addressOf, textParameter } from "#app/lib/address.ts";
import { formatNumber } from "#app/lib/format.ts";
import { kindOf } from "#app/lib/model-prices.ts";
import { type Estimate, estimate, type Workload } from "#core/domain/price-estimate.ts";
import { type ModelPrices, modelPriceFrom } from "#core/domain/public-prices.ts";
import { dimensionOf, UNIT_FIELDS, type UnitDraft, unitOf, usedUnits } from "./calculator-units.ts";
import { calculatorMessages as messages } from "./messages.ts";
import { countOf, countProblem, written } from "./typed-count.ts";

const TOKENS_MAX = 10_000_000;
const REQUESTS_MAX = 10_000_000;
const PERCENT_MAX = 100;

/** As typed, and as the address holds it. */
export interface Draft extends UnitDraft {
  model: string;
  input: string;
  cached: number;
  output: string;
  requests: string;
}
export type CountName = Exclude<keyof Draft, "model" | "cached" | "image">;

const DEFAULTS = {
  input: "1,200",
  cached: 40,
  output: "350",
  requests: "2,000",
  images: "1",
  minutes: "5",
  characters: "1,000",
  searches: "1",
};

/** Models whose requests cost by units or by tokens of text, those that write some first. */
export const calculable = (models: readonly ModelPrices[]): ModelPrices[] => [
  ...models.filter((model) => kindOf(model) === "text" && unitOf(model) === null),
  ...models.filter((model) => kindOf(model) === "embeddings" && unitOf(model) === null),
  ...models.filter((model) => unitOf(model) !== null),
];

/** Whatever the address says, also nothing; null without the parameter. */
const draftParameter = (name: keyof Draft) => textParameter(name, /^/);

const draftAddress = addressOf({
  model: draftParameter("model"),
  input: draftParameter("input"),
  cached: draftParameter("cached"),
  output: draftParameter("output"),
  image: draftParameter("image"),
  images: draftParameter("images"),
  minutes: draftParameter("minutes"),
  characters: draftParameter("characters"),
  searches: draftParameter("searches"),
  requests: draftParameter("requests"),
});
const NO_DRAFT = draftAddress.read(new URLSearchParams());

/** @param models at least one. An unknown model of the address stays, so that the form can name it. */
export function draftFrom(search: URLSearchParams, models: readonly ModelPrices[]): Draft {
  const found = draftAddress.read(search);
  const count = (name: CountName) => {
    const text = found[name];
    return text === null ? DEFAULTS[name] : written(text);
  };
  const percent = countOf(found.cached ?? "");
  return {
    model: found.model ?? models[0]?.model ?? "",
    input: count("input"),
    cached: percent !== null && percent <= PERCENT_MAX ? percent : DEFAULTS.cached,
    output: count("output"),
    requests: count("requests"),
    image: found.image ?? "",
    images: count("images"),
    minutes: count("minutes"),
    characters: count("characters"),
    searches: count("searches"),
  };
}

/** The address of a draft, with what its model is charged by alone; other parameters stay. */
export function withDraft(
  search: URLSearchParams,
  draft: Draft,
  models: readonly ModelPrices[],
): URLSearchParams {
  const model = models.find((one) => one.model === draft.model);
  const texts = fieldsOf(draft, model).map((name) => [
    name,
    `${draft[name]}`.replaceAll(",", "").slice(0, 200),
  ]);
  return draftAddress.write(draftAddress.write(search, NO_DRAFT), Object.fromEntries(texts));
}

function fieldsOf({ image }: Draft, model: ModelPrices | undefined): (keyof Draft)[] {
  const unit = model ? unitOf(model) : null;
  if (unit === null) return ["model", "input", "cached", "output", "requests"];
  const choice: (keyof Draft)[] = unit === "image" && image !== "" ? ["image"] : [];
  return ["model", ...choice, UNIT_FIELDS[unit].name, "requests"];
}

export type Problems = Partial<Record<"model" | CountName, string>>;

export interface Calculation {
  problems: Problems;
  /** Null while there is a problem. */
  costs: Estimate | null;
  /** What the same requests cost with the other models that can take them, the cheapest first. */
  others: { model: string; costs: Estimate }[];
}

export function calculate(draft: Draft, models: readonly ModelPrices[]): Calculation {
  const model = models.find(({ model: name }) => name === draft.model);
  if (!model) return { problems: { model: messages.unknownModel(draft.model) }, costs: null, others: [] };
  const units = usedUnits(draft, model);
  const problems = { ...(units?.problems ?? tokenProblems(draft, model)), ...requestsProblem(draft) };
  if (Object.keys(problems).length > 0) return { problems, costs: null, others: [] };
  const workload: Workload = { ...workloadOf(draft, model), ...(units?.line && { units: units.line }) };
  const others = models
    .filter((other) => other !== model && isAlike(other, model) && fits(workload, other))
    .map((other) => ({ model: other.model, costs: estimate(modelPriceFrom(other), workload) }))
    .sort((a, b) => Number(a.costs.month - b.costs.month));
  return { problems, costs: estimate(modelPriceFrom(model), workload), others };
}

/** Charged by the same, so that the same requests can be compared. */
const isAlike = (one: ModelPrices, other: ModelPrices) =>
  unitOf(one) === unitOf(other) && kindOf(one) === kindOf(other);

function tokenProblems(draft: Draft, { model, context, max_output }: ModelPrices): Problems {
  const input = countProblem(draft.input, [1, TOKENS_MAX]);
  const output = countProblem(draft.output, [0, TOKENS_MAX]);
  const tooLong = Number(countOf(draft.input)) > context && messages.tooLong(model, formatNumber(context));
  const writesTooMuch = max_output > 0 && Number(countOf(draft.output)) > max_output;
  const tooMuch = writesTooMuch && messages.tooMuch(model, formatNumber(max_output));
  return {
    ...(input ? { input } : tooLong && { input: tooLong }),
    ...(max_output > 0 && (output ? { output } : tooMuch && { output: tooMuch })),
  };
}

function requestsProblem(draft: Draft): Problems {
  const requests = countProblem(draft.requests, [1, REQUESTS_MAX]);
  return requests ? { requests } : {};
}

/** A model that writes nothing, such as one for embeddings, has no output whatever is typed. */
const workloadOf = (draft: Draft, { max_output }: ModelPrices): Workload => ({
  inputTokens: countOf(draft.input) ?? 0,
  cachedPercent: draft.cached,
  outputTokens: max_output > 0 ? (countOf(draft.output) ?? 0) : 0,
  requestsPerDay: countOf(draft.requests) ?? 0,
});

function fits({ inputTokens, outputTokens, units }: Workload, other: ModelPrices): boolean {
  if (units)
    return unitOf(other) !== "image" || other.images.some((image) => dimensionOf(image) === units.dimension);
  return inputTokens <= other.context && outputTokens <= other.max_output;
}
