import { formatNumber } from "#app/lib/format.ts";
import { type Estimate, estimate, type Workload } from "#core/domain/price-estimate.ts";
import { type ModelPrices, modelPriceFrom } from "#core/domain/public-prices.ts";
import { calculatorMessages as messages } from "./messages.ts";
import { kindOf } from "./prices-view.ts";

const TOKENS_MAX = 10_000_000;
const REQUESTS_MAX = 10_000_000;
const PERCENT_MAX = 100;

/** As typed, and as the address holds it. */
export interface Draft {
  model: string;
  input: string;
  cached: number;
  output: string;
  requests: string;
}
type CountName = "input" | "output" | "requests";

const DEFAULTS = { input: "1,200", cached: 40, output: "350", requests: "2,000" };

/** Models whose requests cost by tokens of text, those that write some first. */
export const calculable = (models: readonly ModelPrices[]): ModelPrices[] => [
  ...models.filter((model) => kindOf(model) === "text"),
  ...models.filter((model) => kindOf(model) === "embeddings" && !model.search_unit),
];

/** @param models at least one. An unknown model of the address stays, so that the form can name it. */
export function draftFrom(search: URLSearchParams, models: readonly ModelPrices[]): Draft {
  const count = (name: CountName) => {
    const text = search.get(name);
    return text === null ? DEFAULTS[name] : written(text);
  };
  const percent = countOf(search.get("cached") ?? "");
  return {
    model: search.get("model") ?? models[0]?.model ?? "",
    input: count("input"),
    cached: percent !== null && percent <= PERCENT_MAX ? percent : DEFAULTS.cached,
    output: count("output"),
    requests: count("requests"),
  };
}

/** The address of a draft, whose other parameters stay. */
export function withDraft(search: URLSearchParams, draft: Draft): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(draft))
    next.set(name, `${value}`.replaceAll(",", "").slice(0, 200));
  return next;
}

/** Grouped by thousands where it is a number. */
export function written(text: string): string {
  const count = countOf(text);
  return count === null ? text.slice(0, 20) : formatNumber(count);
}

/** The whole number that was typed, with or without commas; null for anything else. */
function countOf(text: string): number | null {
  const digits = text.replaceAll(/[,\s]/g, "");
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null;
}

type Problems = Partial<Record<"model" | CountName, string>>;

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
  const problems = problemsOf(draft, model);
  if (Object.keys(problems).length > 0) return { problems, costs: null, others: [] };
  const workload = workloadOf(draft, model);
  const others = models
    .filter((other) => other !== model && kindOf(other) === kindOf(model) && fits(workload, other))
    .map((other) => ({ model: other.model, costs: estimate(modelPriceFrom(other), workload) }))
    .sort((a, b) => Number(a.costs.month - b.costs.month));
  return { problems, costs: estimate(modelPriceFrom(model), workload), others };
}

function problemsOf(draft: Draft, { model, context, max_output }: ModelPrices): Problems {
  const input = countProblem(draft.input, [1, TOKENS_MAX]);
  const output = countProblem(draft.output, [0, TOKENS_MAX]);
  const requests = countProblem(draft.requests, [1, REQUESTS_MAX]);
  const tooLong = Number(countOf(draft.input)) > context && messages.tooLong(model, formatNumber(context));
  const writesTooMuch = max_output > 0 && Number(countOf(draft.output)) > max_output;
  const tooMuch = writesTooMuch && messages.tooMuch(model, formatNumber(max_output));
  return {
    ...(input ? { input } : tooLong && { input: tooLong }),
    ...(max_output > 0 && (output ? { output } : tooMuch && { output: tooMuch })),
    ...(requests && { requests }),
  };
}

function countProblem(text: string, [min, max]: [number, number]): string | null {
  const count = countOf(text);
  const valid = count !== null && count >= min && count <= max;
  return valid ? null : messages.notWhole(formatNumber(min), formatNumber(max));
}

/** A model that writes nothing, such as one for embeddings, has no output whatever is typed. */
const workloadOf = (draft: Draft, { max_output }: ModelPrices): Workload => ({
  inputTokens: countOf(draft.input) ?? 0,
  cachedPercent: draft.cached,
  outputTokens: max_output > 0 ? (countOf(draft.output) ?? 0) : 0,
  requestsPerDay: countOf(draft.requests) ?? 0,
});

const fits = ({ inputTokens, outputTokens }: Workload, { context, max_output }: ModelPrices) =>
  inputTokens <= context && outputTokens <= max_output;
