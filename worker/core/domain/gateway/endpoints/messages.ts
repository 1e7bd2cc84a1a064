import type { Endpoint, Fields, ReadOptions, ReadRequest, RequestFacts } from "../endpoint.ts";
import type { ModelPrice } from "../price-list.ts";
import { NOTHING_READ, type Reading } from "../reading.ts";
import { refused, unsupported } from "../refused.ts";
import { ANTHROPIC_CONTENT, contentOf } from "./anthropic-content.ts";
import { anthropicHeaders } from "./anthropic-headers.ts";
import { readContent } from "./content.ts";
import { hasOnly, isAbsent, isFields, memberOf, names, wholeNumber } from "./field-checks.ts";
import {
  type FieldRules,
  knownFields,
  OPERATOR_ONLY,
  OTHER_MODELS,
  REFUSED_EVERYWHERE,
} from "./known-fields.ts";
import { MessagesStreamReader, readMessage } from "./messages-reading.ts";
import { cacheLifetimes, modelOf, PLAIN_FACTS, requireObjects, tierOf } from "./request-facts.ts";
import { FAILED } from "./response-reading.ts";
import { TOKENS_MAX } from "./token-counts.ts";
import { ANTHROPIC_TOOLS, readTools } from "./tools.ts";
import { withUsageCost } from "./with-cost.ts";

const COUNTED = `messages model cache_control context_management output_config output_format speed system thinking
  tool_choice tools`;
const THREAD =
  "The provider would store the conversation, which accounts would share: set thread to false, and send the whole conversation with each request.";
const COMPACTION = "Compact the conversation with a request of its own.";
const REFUSED = {
  ...REFUSED_EVERYWHERE,
  betas: "Send the header anthropic-beta.",
  billing_policy: OPERATOR_ONLY,
  compaction: COMPACTION,
  fallback_credit_token: OTHER_MODELS,
  inference_geo: OPERATOR_ONLY,
  thread: THREAD,
  user_profile_id: OPERATOR_ONLY,
  workspace_id: OPERATOR_ONLY,
};

export const MESSAGE_FIELDS: FieldRules = {
  known:
    names(`${COUNTED} max_tokens diagnostics metadata service_tier stop_sequences stream temperature top_k
    top_p`),
  refused: REFUSED,
  elsewhere: {
    input: "/v1/responses",
    max_output_tokens: "/v1/responses",
    max_completion_tokens: "/v1/chat/completions",
    response_format: "/v1/chat/completions",
    stream_options: "/v1/chat/completions",
  },
};
export const COUNT_FIELDS: FieldRules = {
  known: names(COUNTED),
  refused: REFUSED,
  elsewhere: { max_tokens: "/v1/messages", stream: "/v1/messages" },
};

export const messages: Endpoint = {
  path: "/messages",
  errorForm: "anthropic",
  free: false,
  form: null,
  responds: "json",
  readRequest,
  readResponse: readMessage,
  createStreamReader: () => new MessagesStreamReader(),
  withCost: (json, dollars) => withUsageCost(json, dollars, ["message"]),
};

/** Counts the tokens of a message without sending it to the model. */
export const countTokens: Endpoint = {
  path: "/messages/count_tokens",
  errorForm: "anthropic",
  free: true,
  form: null,
  responds: "json",
  readRequest: readCount,
  readResponse: readCounted,
  createStreamReader: () => new MessagesStreamReader(),
  withCost: (json) => json,
};

function readRequest(body: Fields, options: ReadOptions): ReadRequest {
  const fields = knownFields(MESSAGE_FIELDS, body, options);
  const model = modelOf(fields, options);
  requireObjects(fields, "messages");
  const limit = wholeNumber(fields, "max_tokens", 0, TOKENS_MAX);
  if (limit === null) throw refused("max_tokens", "The field max_tokens is required.");
  const facts = factsOf(fields, { model, limit });
  const headers = anthropicHeaders(options, model);
  return { model, facts, fields: uncompared(withUser(fields, options)), headers, hideUsage: false };
}

function readCount(body: Fields, options: ReadOptions): ReadRequest {
  const fields = knownFields(COUNT_FIELDS, body, options);
  const model = modelOf(fields, options);
  requireObjects(fields, "messages");
  const facts = factsOf(fields, { model, limit: null });
  return { model, facts, fields, headers: anthropicHeaders(options, model), hideUsage: false };
}

function readCounted(body: unknown): Reading {
  const counted = Number.isSafeInteger(memberOf(body, "input_tokens"));
  return counted ? { ...NOTHING_READ, content: true, ended: true } : FAILED;
}

function withUser(fields: Fields, { pseudonym }: ReadOptions): Fields {
  if (pseudonym === null) return fields;
  const metadata = isFields(fields.metadata) ? fields.metadata : {};
  return { ...fields, metadata: { ...metadata, user_id: pseudonym } };
}

/** A diagnosis compares with an earlier request, which may be another account's. */
function uncompared(fields: Fields): Fields {
  const { diagnostics } = fields;
  if (!isFields(diagnostics)) return fields;
  return { ...fields, diagnostics: { ...diagnostics, previous_message_id: null } };
}

function factsOf(
  fields: Fields,
  { model, limit }: { model: ModelPrice; limit: number | null },
): RequestFacts {
  const content = contentOf(
    readContent(ANTHROPIC_CONTENT, "messages", fields.messages),
    readContent(ANTHROPIC_CONTENT, "system", systemOf(fields)),
  );
  const tools = readTools(ANTHROPIC_TOOLS, fields);
  const [speed, tier] = [tierOf(fields, "speed", model), tierOf(fields, "service_tier", model)];
  checkEdits(fields.context_management);
  return {
    ...PLAIN_FACTS,
    ...content,
    stream: fields.stream === true,
    tools: tools.tools,
    wholeContext: content.wholeContext || tools.wholeContext,
    maxOutputTokens: boundedBy(limit, fields.thinking),
    tier: speed ?? tier,
    cacheWrites: cacheLifetimes(fields),
  };
}

function systemOf({ system }: Fields): unknown {
  if (isAbsent(system) || typeof system === "string" || Array.isArray(system)) return system;
  throw refused("system", "The field system must be a string or a list.");
}

const THINKING_FIELDS = names("type budget_tokens display block_binding");

/**
 * Thinking counts towards `max_tokens`, but a larger budget may pass it where thinking and tools take turns. A limit of
 * 0 is none for some servers.
 */
function boundedBy(max: number | null, thinking: unknown): number | null {
  const limit = max === 0 ? null : max;
  if (isAbsent(thinking)) return limit;
  if (!isFields(thinking)) throw refused("thinking", "The field thinking must be an object.");
  const budget = wholeNumber(thinking, "budget_tokens", 0, TOKENS_MAX) ?? 0;
  return limit !== null && budget <= limit && hasOnly(thinking, THINKING_FIELDS) ? limit : null;
}

const EDITS = names("clear_tool_uses_20250919 clear_thinking_20251015");

/** Edits that shorten the input are free; those that let a model summarize it are not. */
function checkEdits(management: unknown): void {
  const field = "context_management";
  if (isAbsent(management)) return;
  if (!isFields(management)) throw refused(field, `The field ${field} must be an object.`);
  const { edits, ...others } = management;
  const listed = isAbsent(edits) ? [] : edits;
  if (!Array.isArray(listed)) throw refused(field, `The field ${field}.edits must be a list.`);
  const known = listed.every((edit) => typeof edit?.type === "string" && EDITS.has(edit.type));
  if (!known || !Object.values(others).every(isAbsent))
    throw unsupported(
      field,
      `The field ${field} may have edits of type ${[...EDITS].join(", ")} only. Others let a model write a summary, whose tokens no count shows.`,
    );
}
