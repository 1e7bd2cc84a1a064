import { MODEL_NAME_MAX } from "../request-limits.ts";
import { EDIT, type ListRestriction, namesOf, only, REPEATED } from "./restriction.ts";

const MODELS_MOST = 50;
const NAME = /^[\x21-\x7e]+$/;
const SHOWN_MAX = 64;

export const allowedModels = {
  kind: "list",
  most: MODELS_MOST,
  read: (text) => (text.length <= MODEL_NAME_MAX && NAME.test(text) ? text : null),
  rule: "the name of a model that GET /v1/models lists",
  description:
    "Models that the key may use, by their names in the price list; empty for all, new ones included",
  // Test keys have one model, whatever they ask for.
  recorded: (testKey) => !testKey,
  changed: (names) => only("model", names),
  refusal: {
    code: "model_not_allowed",
    message: "This API key can't use this model. GET /v1/models lists the models that it allows.",
    name: "Model not allowed",
    reason: "The key doesn't allow the model",
    sentence: "Asks for a model that the key doesn’t allow.",
    now: {
      all: "it asks for a model that it doesn’t allow",
      some: "they ask for a model that it doesn’t allow",
    },
    notifyAt: REPEATED,
    title: (key) => `“${key}” asks for a model that it doesn’t allow`,
    help: EDIT,
  },
  judgeOf: (allowed) => {
    const names = new Set(allowed);
    return ({ model, namedModel = model, own }) => {
      if (own || namedModel === undefined || (namedModel !== null && names.has(namedModel))) return null;
      return { field: "model", message: modelRefusal(namedModel, allowed) };
    };
  },
} as const satisfies ListRestriction;

/** @param model null for a request whose model isn't known. */
export function modelRefusal(model: string | null, allowed: readonly string[]): string {
  const what =
    model === null ? "requests that are forwarded unread" : `the model ${model.slice(0, SHOWN_MAX)}`;
  return `This API key can't use ${what}. It allows ${namesOf(allowed)}.`;
}
