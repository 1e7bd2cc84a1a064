import type { Endpoint, Fields, ReadOptions, ReadRequest, RequestFacts } from "../endpoint.ts";
import type { ModelPrice } from "../price-list.ts";
import { unsupported } from "../refused.ts";
import { attributed, scopedCacheKey } from "./attribution.ts";
import { USUAL_BYTES_PER_SECOND } from "./audio-length.ts";
import { CHARGED_JSON } from "./charged-json.ts";
import { readChatResponse } from "./chat-reading.ts";
import { readContent } from "./content.ts";
import { hasOnly, isAbsent, isFields, names } from "./field-checks.ts";
import {
  type FieldRules,
  knownFields,
  OPERATOR_ONLY,
  OTHER_SERVERS,
  REFUSED_EVERYWHERE,
  STORED,
} from "./known-fields.ts";
import { CHAT_CONTENT } from "./openai-content.ts";
import {
  cacheLifetimes,
  checkCacheOptions,
  choicesOf,
  forwardedBytes,
  modelOf,
  outputLimit,
  PCM_BYTES_PER_SECOND,
  PLAIN_FACTS,
  requireObjects,
  streamOf,
  tierOf,
} from "./request-facts.ts";
import { OPENAI_TOOLS, readTools } from "./tools.ts";
import { withStreamUsage, withUsageOption } from "./usage-option.ts";

export const CHAT_FIELDS: FieldRules = {
  known: names(`
    messages model audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens
    max_tokens metadata modalities n parallel_tool_calls prediction presence_penalty prompt_cache_key
    prompt_cache_options prompt_cache_retention reasoning_effort response_format safety_identifier seed
    service_tier stop store stream stream_options temperature tool_choice tools top_logprobs top_p user
    verbosity chat_template_kwargs client_metadata enable_thinking guided_choice guided_grammar guided_json
    guided_regex ignore_eos include_reasoning min_p min_tokens reasoning reasoning_format repetition_penalty
    skip_special_tokens structured_outputs stop_token_ids thinking thinking_budget top_k usage`),
  dropped: OTHER_SERVERS,
  elsewhere: {
    input: "/v1/responses",
    instructions: "/v1/responses",
    max_output_tokens: "/v1/responses",
    prompt: "/v1/completions",
    system: "/v1/messages",
    stop_sequences: "/v1/messages",
  },
  refused: {
    ...REFUSED_EVERYWHERE,
    moderation: "Call the endpoint /v1/moderations instead.",
    previous_response_id: STORED,
    conversation: STORED,
    background: STORED,
  },
};

export const STREAM_OPTIONS = names("include_usage include_obfuscation continuous_usage_stats");

export const chatCompletions: Endpoint = {
  ...CHARGED_JSON,
  path: "/chat/completions",
  readRequest,
  readResponse: readChatResponse,
};

function readRequest(body: Fields, options: ReadOptions): ReadRequest {
  const fields = withUsageOption(knownFields(CHAT_FIELDS, body, options));
  const model = modelOf(fields, options);
  requireObjects(fields, "messages");
  const facts = factsOf(fields, model);
  const stream = streamOf(fields, STREAM_OPTIONS);
  const scoped = scopedCacheKey(attributed(unstored(fields), options, "safety_identifier"), options);
  return { model, facts, headers: {}, ...withStreamUsage(scoped, stream) };
}

/** Nothing is stored at the provider; without that, OpenAI refuses metadata. */
function unstored({ metadata: _stored, ...fields }: Fields): Fields {
  return fields.store === true ? { ...fields, store: false } : fields;
}

function factsOf(fields: Fields, model: ModelPrice): RequestFacts {
  const content = readContent(CHAT_CONTENT, "messages", fields.messages);
  const tools = readTools(OPENAI_TOOLS, fields);
  checkCacheOptions(fields);
  const writes = cacheLifetimes(fields);
  return {
    ...PLAIN_FACTS,
    ...content,
    stream: fields.stream === true,
    choices: choicesOf(fields),
    tools: tools.tools,
    wholeContext: content.wholeContext || tools.wholeContext || !isPlainTemplate(fields),
    maxOutputTokens: limitOf(fields),
    extraOutputTokens: forwardedBytes(fields.prediction),
    audioOutput: audioOf(fields, model),
    audioBytesPerSecond: audioRate(fields),
    tier: tierOf(fields, "service_tier", model),
    cacheWrites: writes.includes("1h") ? ["5m", "1h"] : ["5m"],
  };
}

const TEMPLATE_FLAGS = names("enable_thinking thinking thinking_budget reasoning_effort preserve_thinking");

/** A server's template may make text of its other arguments. */
const isPlainTemplate = ({ chat_template_kwargs: template }: Fields) =>
  !isFields(template) || hasOnly(template, TEMPLATE_FLAGS);

/** Outside OpenAI's API, a limit on the response need not bound the model's thinking. */
function limitOf(fields: Fields): number | null {
  const limit = outputLimit(fields, ["max_completion_tokens", "max_tokens"]);
  const { thinking, thinking_budget, enable_thinking, reasoning } = fields;
  const disabled = isFields(thinking) && thinking.type === "disabled" && hasOnly(thinking, names("type"));
  const plain = isAbsent(reasoning) || (isFields(reasoning) && hasOnly(reasoning, PLAIN_REASONING));
  const budgets = [thinking_budget, enable_thinking];
  return budgets.every(isAbsent) && plain && (disabled || isAbsent(thinking)) ? limit : null;
}

/** Choices of reasoning without a budget of its own. */
const PLAIN_REASONING = names("effort summary exclude enabled");

const UNCOMPRESSED = new Set<unknown>(["pcm16", "wav", undefined]);

const audioRate = ({ audio }: Fields): number =>
  isFields(audio) && !UNCOMPRESSED.has(audio.format) ? USUAL_BYTES_PER_SECOND : PCM_BYTES_PER_SECOND;

/** @throws DomainError `unsupported_parameter` for audio of a model without a price for it. */
function audioOf({ modalities, audio }: Fields, model: ModelPrice): boolean {
  const listed = Array.isArray(modalities) ? modalities : [];
  if (listed.some((modality) => modality !== "text" && modality !== "audio"))
    throw unsupported("modalities", "The field modalities may list text and audio.");
  if (isFields(audio) && isFields(audio.voice)) throw unsupported("audio.voice", OPERATOR_ONLY);
  const wanted = listed.includes("audio") || !isAbsent(audio);
  if (wanted && model.rates.audio_output === undefined)
    throw unsupported("modalities", "This model has no price for audio: its responses can only be text.");
  return wanted;
}
