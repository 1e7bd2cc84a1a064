import { DomainError } from "#core/domain/errors.ts";
import type { ModelPrice, PriceList } from "#core/domain/gateway/price-list.ts";
import { modelRefusal } from "#core/domain/gateway/restrictions/models.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";

const MILLION_TOKENS = "per_million";

/** US dollars per million tokens of each kind that has a rate of its own, per request, and per unit. */
function pricing({ rates, fees, images }: ModelPrice) {
  const perMillion = Object.entries(rates).map(([kind, micros]) => [
    `${kind}_${MILLION_TOKENS}`,
    dollarsFromMicros(micros),
  ]);
  const units = Object.entries(fees).map(([unit, micros]) => [unit, dollarsFromMicros(micros)]);
  const priced = images.map(({ micros, ...image }) => ({ ...image, price: dollarsFromMicros(micros) }));
  return {
    ...Object.fromEntries(perMillion),
    request: 0,
    ...Object.fromEntries(units),
    ...(priced.length > 0 && { images: priced }),
  };
}

/** Models have the time since which their price has been in force; nobody knows when they were made. */
const modelView = (price: ModelPrice, { from }: PriceList) => ({
  id: price.model,
  object: "model",
  created: Math.floor(from / 1000),
  owned_by: "latchkey",
  context_length: price.contextTokens,
  max_output_tokens: price.maxOutputTokens,
  pricing: pricing(price),
});

/** Anthropic's form (https://docs.anthropic.com/en/api/models-list). */
const anthropicView = ({ model }: ModelPrice, { from }: PriceList) => ({
  type: "model",
  id: model,
  display_name: model,
  created_at: `${new Date(from).toISOString().slice(0, -".000Z".length)}Z`,
});

interface View {
  /** In Anthropic's form, not OpenAI's. */
  anthropic: boolean;
  /** The models of a key that can't use all. */
  allowed?: readonly string[] | undefined;
}

/** The models that a request with the key may name, with their prices. */
export function listModels(list: PriceList, { anthropic, allowed }: View): object {
  const all = [...list.models.values()].filter(({ model }) => allowed?.includes(model) ?? true);
  if (!anthropic) return { object: "list", data: all.map((price) => modelView(price, list)) };
  const ids = { first_id: all[0]?.model ?? null, last_id: all.at(-1)?.model ?? null };
  return { data: all.map((price) => anthropicView(price, list)), has_more: false, ...ids };
}

/** @throws DomainError `model_not_found`, `model_not_allowed`. */
export function describeModel(list: PriceList, name: string, { anthropic, allowed }: View): object {
  const price = list.models.get(name);
  if (price !== undefined && allowed !== undefined && !allowed.includes(name))
    throw new DomainError("model_not_allowed", modelRefusal(name, allowed), { field: "model" });
  if (price !== undefined) return anthropic ? anthropicView(price, list) : modelView(price, list);
  const message = `There is no model ${name.slice(0, 64)}. GET /v1/models lists the models.`;
  throw new DomainError("model_not_found", message, { field: "model" });
}
