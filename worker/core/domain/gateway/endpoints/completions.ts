import type { Endpoint, Fields, ReadOptions, ReadRequest } from "../endpoint.ts";
import { attributed } from "./attribution.ts";
import { CHARGED_JSON } from "./charged-json.ts";
import { STREAM_OPTIONS } from "./chat-completions.ts";
import { readChatResponse } from "./chat-reading.ts";
import { names } from "./field-checks.ts";
import { type FieldRules, knownFields, OTHER_SERVERS, REFUSED_EVERYWHERE } from "./known-fields.ts";
import { choicesOf, modelOf, outputLimit, PLAIN_FACTS, promptsIn, streamOf } from "./request-facts.ts";
import { withStreamUsage, withUsageOption } from "./usage-option.ts";

export const COMPLETION_FIELDS: FieldRules = {
  known:
    names(`model prompt best_of echo frequency_penalty logit_bias logprobs max_tokens n presence_penalty seed
    stop stream stream_options suffix temperature top_p user guided_choice guided_grammar guided_json guided_regex ignore_eos skip_special_tokens structured_outputs min_p min_tokens repetition_penalty stop_token_ids
    top_k usage`),
  dropped: OTHER_SERVERS,
  elsewhere: {
    messages: "/v1/chat/completions",
    tools: "/v1/chat/completions",
    input: "/v1/responses",
  },
  refused: REFUSED_EVERYWHERE,
};

export const completions: Endpoint = {
  ...CHARGED_JSON,
  path: "/completions",
  readRequest,
  readResponse: readChatResponse,
};

function readRequest(body: Fields, options: ReadOptions): ReadRequest {
  const fields = withUsageOption(knownFields(COMPLETION_FIELDS, body, options));
  const model = modelOf(fields, options);
  const stream = streamOf(fields, STREAM_OPTIONS);
  const facts = {
    ...PLAIN_FACTS,
    stream: stream.stream,
    prompts: promptsIn(fields, "prompt"),
    choices: choicesOf(fields),
    maxOutputTokens: outputLimit(fields, ["max_tokens"]),
  };
  return { model, facts, headers: {}, ...withStreamUsage(attributed(fields, options, "user"), stream) };
}
