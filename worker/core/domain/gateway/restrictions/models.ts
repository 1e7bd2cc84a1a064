import { MODEL_NAME_MAX } from "../request-limits.ts";
import type { RestrictionCode } from "./refusals.ts";
import { type ListRestriction, namesOf } from "./restriction.ts";

const MODELS_MOST = 50;
const NAME = /^[\x21-\x7e]+$/;
const SHOWN_MAX = 64;

export const allowedModels: ListRestriction<RestrictionCode> = {
  kind: "list",
  most: MODELS_MOST,
  read: (text) => (text.length <= MODEL_NAME_MAX && NAME.test(text) ? text : null),
  rule: "the name of a model that GET /v1/models lists",
  description:
    "Models that the key may use, by their names in the price list; empty for all, new ones included",
  judgeOf: (allowed) => {
    const names = new Set(allowed);
    return ({ model, namedModel = model, own }) => {
      if (own || namedModel === undefined || (namedModel !== null && names.has(namedModel))) return null;
      return { code: "model_not_allowed", field: "model", message: modelRefusal(namedModel, allowed) };
    };
  },
};

/** @param model null for a request whose model isn't known. */
export function modelRefusal(model: string | null, allowed: readonly string[]): string {
  const what =
    model === null ? "requests that are forwarded unread" : `the model ${model.slice(0, SHOWN_MAX)}`;
  return `This API key can't use ${what}. It allows ${namesOf(allowed)}.`;
}
