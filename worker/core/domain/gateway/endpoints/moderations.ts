import type { Endpoint, Fields, ReadOptions, ReadRequest } from "../endpoint.ts";
import { NOTHING_READ, type Reading } from "../reading.ts";
import { refused } from "../refused.ts";
import { BATCH_MAX } from "../request-limits.ts";
import { ChatStreamReader } from "./chat-reading.ts";
import { readContent } from "./content.ts";
import { isAbsent, memberOf, names } from "./field-checks.ts";
import { type FieldRules, knownFields, REFUSED_EVERYWHERE } from "./known-fields.ts";
import { CHAT_CONTENT } from "./openai-content.ts";
import { modelOf, PLAIN_FACTS } from "./request-facts.ts";
import { FAILED, hasError } from "./response-reading.ts";

export const MODERATION_FIELDS: FieldRules = { known: names("input model"), refused: REFUSED_EVERYWHERE };

/** The API's own default, written out so that what is priced is what is used. */
const DEFAULT_MODEL = "omni-moderation-latest";

export const moderations: Endpoint = {
  path: "/moderations",
  errorForm: "openai",
  free: true,
  form: null,
  responds: "json",
  readRequest,
  readResponse,
  createStreamReader: () => new ChatStreamReader(),
  withCost: (json) => json,
};

function readRequest(body: Fields, options: ReadOptions): ReadRequest {
  const { model: named, ...others } = knownFields(MODERATION_FIELDS, body, options);
  const fields = { ...others, model: isAbsent(named) ? DEFAULT_MODEL : named };
  const model = modelOf(fields, options);
  const content = readContent(CHAT_CONTENT, "input", others.input);
  return {
    model,
    facts: { ...PLAIN_FACTS, ...content, prompts: inputsIn(others) },
    fields,
    headers: {},
    hideUsage: false,
  };
}

function inputsIn({ input }: Fields): number {
  if (typeof input === "string") return 1;
  if (!Array.isArray(input) || input.length === 0)
    throw refused("input", "The field input must be a string or a list.");
  if (input.length <= BATCH_MAX) return input.length;
  throw refused("input", `The field input may list at most ${BATCH_MAX} items.`);
}

function readResponse(body: unknown): Reading {
  const hasResults = Array.isArray(memberOf(body, "results")) && !hasError(body);
  return hasResults ? { ...NOTHING_READ, content: true, ended: true } : FAILED;
}
