import { DOLLARS } from "#app/lib/amount.ts";
import type { PriceEntry } from "#core/contract/price-list.ts";
import { TOKEN_KINDS } from "#core/domain/gateway/price-list.ts";
import { microsFromDollars } from "#core/domain/money.ts";
import { priceMessages as messages } from "./messages.ts";
import { type AmountField, amountOf, FEES, fieldsOf, imageOf, isTokens } from "./price-amounts.ts";
import { OTHER_DEFAULTS, otherFieldsOf, otherFieldsProblem, othersIn } from "./price-other-fields.ts";

/** A model of a list as it is typed: amounts in dollars, empty for none. */
export interface ModelDraft {
  model: string;
  /** Amounts that are shown, in this order. */
  fields: AmountField[];
  prices: Partial<Record<AmountField, string>>;
  costs: Partial<Record<AmountField, string>>;
  context: string;
  maxOutput: string;
  /** Everything else, in JSON. */
  others: string;
}

/** By field: `model`, `prices.input`, `costs.input`, `context`, `max_output` or `others`. */
export type Problems = Partial<Record<string, string>>;

const ALWAYS: AmountField[] = ["input", "output"];

const dollarsText = (micros: number | undefined) =>
  micros === undefined ? "" : String(Number((micros / 1_000_000).toFixed(6)));

/** Kinds of tokens, fees, then images as they come. */
const inOrder = (fields: readonly AmountField[]): AmountField[] => {
  const known: readonly AmountField[] = [...TOKEN_KINDS, ...FEES];
  return [
    ...known.filter((field) => fields.includes(field)),
    ...fields.filter((field) => !known.includes(field)),
  ].filter((field, at, all) => all.indexOf(field) === at);
};

export function modelDraftOf(entry: PriceEntry): ModelDraft {
  const { provider_cost: cost } = entry;
  const shown = [...fieldsOf(entry), ...(cost === undefined ? [] : fieldsOf(cost))];
  const fields = inOrder([...ALWAYS, ...shown]);
  const texts = (of: Parameters<typeof amountOf>[0] | undefined) =>
    Object.fromEntries(fields.map((field) => [field, of ? dollarsText(amountOf(of, field)) : ""]));
  return {
    model: entry.model,
    fields,
    prices: texts(entry),
    costs: texts(cost),
    context: String(entry.context),
    maxOutput: String(entry.max_output),
    others: othersIn(entry),
  };
}

export const NEW_MODEL: ModelDraft = {
  model: "",
  fields: ["input", "cached_input", "output"],
  prices: {},
  costs: {},
  context: "",
  maxOutput: "",
  others: "{}",
};

/** As the API: per million tokens, and of a fee. */
const RATE_MAX = 10_000;
const FEE_MAX = 1_000;
const MODEL = /^[!-~]{1,200}$/;

function amountProblem(text: string, field: AmountField): string | null {
  if (!DOLLARS.test(text)) return messages.amount;
  const most = isTokens(field) ? RATE_MAX : FEE_MAX;
  return Number(text) > most ? messages.amountRange(most) : null;
}

function countProblem(text: string, [min, max]: readonly [number, number]): string | null {
  const isWithin = /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return isWithin ? null : messages.count(min, max);
}

/** As the API: the most tokens of a prompt and of a response. */
const CONTEXT = [1, 10_000_000] as const;
const OUTPUT = [0, 1_000_000] as const;

/** What is wrong with it, by field; empty for a model that can be saved. `names` are those of the list's other models. */
export function problemsOf(draft: ModelDraft, names: readonly string[]): Problems {
  const found = Object.entries({
    model: modelProblem(draft.model, names),
    ...Object.fromEntries(draft.fields.flatMap((field) => amountProblems(draft, field))),
    context: countProblem(draft.context.trim(), CONTEXT),
    max_output: countProblem(draft.maxOutput.trim(), OUTPUT),
    others: otherFieldsProblem(draft.others),
  });
  return Object.fromEntries(
    found.flatMap(([field, problem]) => (problem === null ? [] : [[field, problem]])),
  );
}

function modelProblem(model: string, names: readonly string[]): string | null {
  if (!MODEL.test(model)) return messages.model;
  return names.includes(model) ? messages.modelTwice : null;
}

const typed = (texts: ModelDraft["prices"], field: AmountField) => (texts[field] ?? "").trim();
const isCosted = ({ fields, costs }: ModelDraft) => fields.some((field) => typed(costs, field) !== "");

/** A provider's cost has all that the model is priced by; kinds of tokens fall back to input and output. */
function amountProblems(draft: ModelDraft, field: AmountField): [string, string | null][] {
  const [price, cost] = [typed(draft.prices, field), typed(draft.costs, field)];
  const isRequired = ALWAYS.includes(field);
  const needsCost = isCosted(draft) && (isRequired || (!isTokens(field) && price !== ""));
  return [
    [`prices.${field}`, price === "" ? (isRequired ? messages.missing : null) : amountProblem(price, field)],
    [`costs.${field}`, cost === "" ? (needsCost ? messages.costMissing : null) : amountProblem(cost, field)],
  ];
}

/** Of a draft without problems. */
export function entryOf(draft: ModelDraft): PriceEntry {
  const { provider_cost: otherCosts, ...others } = otherFieldsOf(draft.others);
  const entry = {
    model: draft.model,
    ...amountsFrom(draft, draft.prices),
    ...others,
    context: Number(draft.context),
    max_output: Number(draft.maxOutput),
  };
  if (!isCosted(draft)) return entry;
  const { steps, tiers, least_seconds } = OTHER_DEFAULTS;
  return {
    ...entry,
    provider_cost: { ...amountsFrom(draft, draft.costs), steps, tiers, least_seconds, ...otherCosts },
  };
}

function amountsFrom({ fields }: ModelDraft, texts: ModelDraft["prices"]) {
  const known = fields.filter((field) => typed(texts, field) !== "");
  const micros = (field: AmountField) => microsFromDollars(Number(typed(texts, field)));
  const plain = known.filter((field) => isTokens(field) || FEES.some((fee) => fee === field));
  const images = known.filter((field) => !plain.includes(field));
  return {
    ...Object.fromEntries(plain.map((field) => [field, micros(field)])),
    input: micros("input"),
    output: micros("output"),
    images: images.map((field) => ({ ...imageOf(field), micros: micros(field) })),
  };
}

/** The list with a model saved in place of the one named `replaced`, by name as the API orders them. */
export const withModel = (models: readonly PriceEntry[], entry: PriceEntry, replaced: string | null) =>
  [...models.filter(({ model }) => model !== replaced), entry].sort((a, b) => (a.model < b.model ? -1 : 1));

/** Names of models that differ from those of another list. */
export function changedFrom(before: readonly PriceEntry[], models: readonly PriceEntry[]): string[] {
  const texts = (list: readonly PriceEntry[]) =>
    new Map(list.map((entry) => [entry.model, canonicalText(entry)]));
  const [old, now] = [texts(before), texts(models)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name));
}

/** The same for the same prices, whatever the order of fields. */
const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part instanceof Object && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** The model and the field of the editor that a refusal such as `models.0.provider_cost.minute` is about. */
export function refusedField(field: string | undefined, models: readonly PriceEntry[]) {
  const [list, at, first = "", second = ""] = (field ?? "").split(".");
  const model = list === "models" ? models[Number(at)]?.model : undefined;
  if (model === undefined) return null;
  const name = first === "provider_cost" ? second : first;
  const isAmount = isTokens(name as AmountField) || FEES.some((fee) => fee === name);
  if (isAmount) return { model, field: `${first === "provider_cost" ? "costs" : "prices"}.${name}` };
  return { model, field: ["model", "context", "max_output"].includes(first) ? first : "others" };
}
