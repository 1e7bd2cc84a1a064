import type { Endpoint, Fields, ReadOptions, ReadRequest } from "../endpoint.ts";
import type { Reading } from "../reading.ts";
import { attributed } from "./attribution.ts";
import { CHARGED_JSON } from "./charged-json.ts";
import { isAbsent, isFields, names } from "./field-checks.ts";
import { type FieldRules, knownFields, OTHER_SERVERS, REFUSED_EVERYWHERE } from "./known-fields.ts";
import { modelOf, PLAIN_FACTS, promptsIn } from "./request-facts.ts";
import { FAILED, hasError, ReadingState } from "./response-reading.ts";
import { inputCounts } from "./token-counts.ts";

export const EMBEDDING_FIELDS: FieldRules = {
  known: names(`
    input model dimensions encoding_format user input_type truncate truncation output_dimension output_dtype
    task late_chunking normalized embedding_type`),
  dropped: OTHER_SERVERS,
  elsewhere: {
    messages: "/v1/chat/completions",
    prompt: "/v1/completions",
  },
  refused: REFUSED_EVERYWHERE,
  types: { truncation: "boolean", task: "text", late_chunking: "boolean", normalized: "boolean" },
};

export const embeddings: Endpoint = {
  ...CHARGED_JSON,
  path: "/embeddings",
  readRequest,
  readResponse,
};

function readRequest(body: Fields, options: ReadOptions): ReadRequest {
  const fields = knownFields(EMBEDDING_FIELDS, body, options);
  const model = modelOf(fields, options);
  const facts = { ...PLAIN_FACTS, prompts: promptsIn(fields, "input"), maxOutputTokens: 0 };
  return { model, facts, fields: attributed(fields, options, "user"), headers: {}, hideUsage: false };
}

function readResponse(body: unknown): Reading {
  if (!isFields(body) || (isAbsent(body.data) && isAbsent(body.usage))) return FAILED;
  const state = new ReadingState();
  state.count(inputCounts(body.usage));
  if (hasError(body)) state.fail();
  else if (!isAbsent(body.data)) state.begin();
  state.end();
  return state.reading;
}
