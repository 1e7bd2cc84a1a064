import type { Endpoint, Fields, ReadOptions, ReadRequest, RequestFacts } from "../endpoint.ts";
import type { ModelPrice } from "../price-list.ts";
import { refused, unsupported } from "../refused.ts";
import { attributed, scopedCacheKey } from "./attribution.ts";
import { readContent } from "./content.ts";
import { checkType, flag, hasOnly, isAbsent, isFields, names } from "./field-checks.ts";
import {
  type FieldRules,
  knownFields,
  OPERATOR_ONLY,
  OTHER_SERVERS,
  REFUSED_EVERYWHERE,
  STORED,
} from "./known-fields.ts";
import { checkItems, RESPONSES_CONTENT } from "./openai-content.ts";
import {
  cacheLifetimes,
  checkCacheOptions,
  checkObjects,
  modelOf,
  outputLimit,
  PLAIN_FACTS,
  streamOf,
  tierOf,
} from "./request-facts.ts";
import { ResponsesStreamReader, readResponsesResponse } from "./responses-reading.ts";
import { RESPONSES_TOOLS, withClientTools } from "./responses-tools.ts";
import { readTools } from "./tools.ts";
import { withUsageCost } from "./with-cost.ts";

export const RESPONSES_FIELDS: FieldRules = {
  known:
    names(`image include input instructions max_output_tokens max_tool_calls metadata model parallel_tool_calls
    prompt_cache_key prompt_cache_options prompt_cache_retention reasoning safety_identifier service_tier store stream
    stream_options temperature text tool_choice tools top_logprobs top_p truncation user client_metadata
    frequency_penalty presence_penalty seed stop top_k min_p repetition_penalty`),
  dropped: OTHER_SERVERS,
  elsewhere: {
    messages: "/v1/chat/completions",
    max_tokens: "/v1/chat/completions",
    max_completion_tokens: "/v1/chat/completions",
    response_format: "/v1/chat/completions",
    functions: "/v1/chat/completions",
  },
  refused: {
    ...REFUSED_EVERYWHERE,
    access_programs: OPERATOR_ONLY,
    background: STORED,
    context_management: "Compact the conversation with a request of its own.",
    conversation: STORED,
    moderation: "Call the endpoint /v1/moderations instead.",
    previous_response_id: STORED,
    prompt: STORED,
  },
};

const STREAM_OPTIONS = names("include_obfuscation");
const ENCRYPTED_REASONING = "reasoning.encrypted_content";
const INCLUDABLE = names(`file_search_call.results web_search_call.results web_search_call.action.sources
  message.input_image.image_url computer_call_output.output.image_url code_interpreter_call.outputs
  reasoning.encrypted_content message.output_text.logprobs`);
const REASONING_FIELDS = names("context effort generate_summary mode summary");

export const responses: Endpoint = {
  path: "/responses",
  errorForm: "responses",
  free: false,
  form: null,
  responds: "json",
  readRequest,
  readResponse: readResponsesResponse,
  createStreamReader: () => new ResponsesStreamReader(),
  withCost: (json, dollars) => withUsageCost(json, dollars, ["response"]),
};

function readRequest(body: Fields, options: ReadOptions): ReadRequest {
  const known = withCounts(knownFields(RESPONSES_FIELDS, body, options), options);
  const fields = withClientTools(known, options);
  const model = modelOf(fields, options);
  const facts = factsOf(fields, model);
  streamOf(fields, STREAM_OPTIONS);
  const include = includeOf(fields, model);
  const scoped = scopedCacheKey(attributed(fields, options, "safety_identifier"), options);
  const kept = { ...scoped, ...(include.length > 0 ? { include } : {}), store: false };
  return { model, facts, fields: kept, headers: {}, hideUsage: false };
}

/** The last event always has the token counts; only chat completions leave them out unless requested. */
function withCounts(fields: Fields, { dropped }: ReadOptions): Fields {
  const { stream_options: streamOptions } = fields;
  if (!isFields(streamOptions) || !("include_usage" in streamOptions)) return fields;
  const { include_usage, ...others } = streamOptions;
  checkType("stream_options.include_usage", include_usage, "boolean");
  dropped("stream_options.include_usage");
  const { stream_options: _, ...rest } = fields;
  return Object.keys(others).length === 0 ? rest : { ...rest, stream_options: others };
}

function includeOf({ include }: Fields, model: ModelPrice): unknown[] {
  const listed: unknown[] = Array.isArray(include) ? include : [];
  for (const name of listed)
    if (typeof name !== "string" || !INCLUDABLE.has(name))
      throw unsupported("include", `The field include may list ${[...INCLUDABLE].join(", ")}.`);
  return model.reasoning && !listed.includes(ENCRYPTED_REASONING) ? [...listed, ENCRYPTED_REASONING] : listed;
}

function factsOf(fields: Fields, model: ModelPrice): RequestFacts {
  const { input, reasoning } = fields;
  if (typeof input !== "string" && !Array.isArray(input))
    throw refused("input", "The field input must be a string or a list.");
  checkObjects("input", input);
  checkItems(input);
  const content = readContent(RESPONSES_CONTENT, "input", input);
  const tools = readTools(RESPONSES_TOOLS, fields);
  checkCacheOptions(fields);
  checkReasoning(reasoning);
  return {
    ...PLAIN_FACTS,
    ...content,
    stream: flag(fields, "stream"),
    tools: tools.tools + content.tools,
    wholeContext:
      content.wholeContext ||
      tools.wholeContext ||
      (isFields(reasoning) && !hasOnly(reasoning, REASONING_FIELDS)),
    maxOutputTokens: outputLimit(fields, ["max_output_tokens"]),
    tier: tierOf(fields, "service_tier", model),
    cacheWrites: cacheLifetimes(fields).includes("1h") ? ["5m", "1h"] : ["5m"],
  };
}

function checkReasoning(reasoning: unknown): void {
  checkType("reasoning", reasoning, "object");
  if (!isFields(reasoning) || isAbsent(reasoning.mode) || reasoning.mode === "standard") return;
  throw unsupported("reasoning.mode", "The field reasoning.mode must be standard.");
}
