import { z } from "zod";
import { findModel, type Model } from "./catalog.ts";
import { type Completion, type Counts, complete, type Generation } from "./completion.ts";
import type { Reply, Report, StreamEvent } from "./delivery.ts";
import { openAiError } from "./errors.ts";
import { type Endpoint, validated } from "./exchange.ts";
import { content, flag, jsonSchema, limit, list, model, reportedTier, tier } from "./fields.ts";
import { type Block, blocksOf, jsonBlock, lastUserText, textOf } from "./prompt.ts";
import { readToolChoice } from "./tool-calls.ts";

const call = z.looseObject({ id: z.string() });
const message = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool", "function"]),
  content,
  tool_calls: z.array(call).nullish(),
});
const tool = z.looseObject({
  type: z.string(),
  function: z.looseObject({ name: z.string(), parameters: jsonSchema.nullish() }).optional(),
});
const format = z.looseObject({
  type: z.enum(["text", "json_object", "json_schema"]),
  json_schema: z.looseObject({ name: z.string(), schema: jsonSchema.optional() }).optional(),
});

const chatRequest = z.object({
  model,
  messages: list(message),
  stream: flag,
  stream_options: z.object({ include_usage: flag }).nullish(),
  max_tokens: limit,
  max_completion_tokens: limit,
  n: z.int().min(1).max(128).nullish(),
  stop: z.union([z.string(), z.array(z.string())], "Expected a string or an array of strings.").nullish(),
  tools: z.array(tool).nullish(),
  tool_choice: z.unknown().optional(),
  parallel_tool_calls: flag,
  response_format: format.nullish(),
  reasoning_effort: z.string().nullish(),
  service_tier: tier,
  prompt_cache_key: z.string().nullish(),
});
type ChatRequest = z.infer<typeof chatRequest>;

export const chatCompletions: Endpoint = {
  errors: openAiError,
  read(body, cache) {
    const request = validated(chatRequest, body);
    const generation = generationOf(request, findModel(request.model, "chat"));
    const includeUsage = request.stream_options?.include_usage === true;
    return {
      text: generation.text,
      stream: request.stream === true,
      reply: (faults) => replyOf(complete(generation, faults, cache), includeUsage),
    };
  },
};

function generationOf(request: ChatRequest, served: Model): Generation {
  const { messages, tools, response_format, stop } = request;
  return {
    model: served,
    blocks: [...(tools ?? []).map(jsonBlock), ...formatBlocks(request), ...messages.flatMap(messageBlocks)],
    cacheMode: "automatic",
    cacheKey: request.prompt_cache_key ?? "",
    text: lastUserText(messages),
    toolResults: trailingResults(messages),
    tools: (tools ?? []).flatMap((one) =>
      one.function ? [{ name: one.function.name, parameters: one.function.parameters }] : [],
    ),
    choice: readToolChoice(request.tool_choice),
    parallel: request.parallel_tool_calls !== false,
    schema: schemaOf(response_format),
    outputLimit: request.max_completion_tokens ?? request.max_tokens ?? null,
    reasoningLimit: reasoningLimit(served, request.reasoning_effort),
    choices: request.n ?? 1,
    stops: typeof stop === "string" ? [stop] : (stop ?? []),
    tier: reportedTier(request.service_tier),
  };
}

export const reasoningLimit = ({ reasons }: Model, effort: string | null | undefined): number =>
  reasons && effort !== "none" ? Number.POSITIVE_INFINITY : 0;

/** JSON mode without a schema has one of its own. */
export const ANY_OBJECT = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };

const schemaOf = (chosen: ChatRequest["response_format"]): unknown =>
  chosen?.type === "json_schema"
    ? (chosen.json_schema?.schema ?? {})
    : chosen?.type === "json_object"
      ? ANY_OBJECT
      : null;

const formatBlocks = ({ response_format }: ChatRequest): Block[] =>
  response_format?.json_schema ? [jsonBlock(response_format.json_schema)] : [];

const messageBlocks = ({ content: said, tool_calls }: z.infer<typeof message>): Block[] => [
  ...blocksOf(said),
  ...(tool_calls ?? []).map(jsonBlock),
];

function trailingResults(messages: ChatRequest["messages"]): string[] {
  const before = messages.findLastIndex(({ role }) => role !== "tool" && role !== "function");
  return messages.slice(before + 1).map(({ content: said }) => textOf(said));
}

export const chatUsage = ({ input, cached, audio, output, reasoning }: Counts, sent = output) => ({
  prompt_tokens: input,
  completion_tokens: sent,
  total_tokens: input + sent,
  prompt_tokens_details: { cached_tokens: cached, audio_tokens: audio },
  completion_tokens_details: {
    reasoning_tokens: Math.min(reasoning, sent),
    audio_tokens: 0,
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
  },
});

const replyOf = (completion: Completion, includeUsage: boolean): Reply => ({
  whole: (report) => whole(completion, report),
  stream: {
    events: (report) => events(completion, includeUsage, report),
    errorEvent: (error) => ({ data: openAiError(error) }),
  },
  usage: (sent) => chatUsage(completion.counts, sent),
});

const headOf = ({ id, created, model: name, tier: reported }: Completion, object: string) => ({
  id: `chatcmpl-${id}`,
  object,
  created,
  model: name,
  service_tier: reported,
  system_fingerprint: "fp_demo",
});

const reasonOf = ({ finish }: Completion) => (finish === "stop_sequence" ? "stop" : finish);

const indexes = ({ choices }: Completion) => Array.from({ length: choices }, (_, index) => index);

function whole(completion: Completion, report: Report) {
  const { text, calls } = completion;
  const tool_calls = calls.map(({ id, name, tokens }) => ({
    id,
    type: "function",
    function: { name, arguments: tokens.join("") },
  }));
  const reply = {
    role: "assistant",
    content: calls.length > 0 ? null : text.join(""),
    refusal: null,
    ...(calls.length > 0 ? { tool_calls } : { annotations: [] }),
  };
  const finish_reason = reasonOf(completion);
  return {
    ...headOf(completion, "chat.completion"),
    choices: indexes(completion).map((index) => ({ index, message: reply, logprobs: null, finish_reason })),
    usage: report(),
  };
}

/** `includeUsage` is OpenAI's: null, then a separate chunk. */
function* events(completion: Completion, includeUsage: boolean, report: Report): Generator<StreamEvent> {
  const head = headOf(completion, "chat.completion.chunk");
  const chunk = (choices: object[]) => ({ ...head, choices, ...(includeUsage && { usage: null }) });
  const deltas = function* (delta: object, tokens?: number, finish_reason: string | null = null) {
    for (const index of indexes(completion)) {
      const data = chunk([{ index, delta, logprobs: null, finish_reason }]);
      yield tokens === undefined ? { data } : { data, tokens };
    }
  };
  yield* deltas({ role: "assistant", content: completion.calls.length > 0 ? null : "", refusal: null });
  for (const text of completion.text) yield* deltas({ content: text }, 1);
  for (const [index, { id, name, tokens }] of completion.calls.entries()) {
    const started = { index, id, type: "function", function: { name, arguments: "" } };
    yield* deltas({ tool_calls: [started] });
    for (const token of tokens) yield* deltas({ tool_calls: [{ index, function: { arguments: token } }] }, 1);
  }
  yield* deltas({}, undefined, reasonOf(completion));
  if (includeUsage) yield { data: { ...chunk([]), usage: report() } };
  yield { data: "[DONE]" };
}
