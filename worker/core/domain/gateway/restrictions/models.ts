import { MODEL_NAME_MAX } from "../request-limits.ts";
import { type ListRestriction, namesOf } from "./restriction.ts";

const MODELS_MOST = 50;
const NAME = /^[\x21-\x7e]+$/;
const SHOWN_MAX = 64;

/** The facts of the request that this restriction judges. */
export interface ModelFacts {
  /** Missing before the body was read, and for a request that uses no model. */
  model?: string | undefined;
  /** In place of `model` where that says less: of a test key, and null for a request that is forwarded unread. */
  namedModel?: string | null | undefined;
  /** The gateway serves it itself: it describes the key or the models. */
  own?: boolean | undefined;
}

export const allowedModels = {
  kind: "list",
  most: MODELS_MOST,
  read: (text) => (text.length <= MODEL_NAME_MAX && NAME.test(text) ? text : null),
  rule: "the name of a model that GET /v1/models lists",
  description:
    "Models that the key may use, by their names in the price list; empty for all, new ones included",
  // Test keys have one model, whatever they ask for.
  recorded: (testKey) => !testKey,
  judgeOf: (allowed) => {
    const names = new Set(allowed);
    return ({ model, namedModel = model, own }: ModelFacts) => {
      if (own || namedModel === undefined || (namedModel !== null && names.has(namedModel))) return null;
      return { code: "model_not_allowed", field: "model", message: modelRefusal(namedModel, allowed) };
    };
  },
} as const satisfies ListRestriction;

/** @param model null for a request whose model isn't known. */
export function modelRefusal(model: string | null, allowed: readonly string[]): string {
  const what =
    model === null ? "requests that are forwarded unread" : `the model ${model.slice(0, SHOWN_MAX)}`;
  return `This API key can't use ${what}. It allows ${namesOf(allowed)}.`;
}
