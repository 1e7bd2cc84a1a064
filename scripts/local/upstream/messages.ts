import { z } from "zod";
import { findModel, type Model } from "./catalog.ts";
import { checkContext, complete, type Generation, inputTokens } from "./completion.ts";
import { ApiError, anthropicError } from "./errors.ts";
import { type Endpoint, validated } from "./exchange.ts";
import { content, flag, jsonSchema, limit, list, model } from "./fields.ts";
import { replyOf } from "./message-form.ts";
import {
  type Block,
  type Content,
  jsonBlock,
  lastUserText,
  type Part,
  partBlock,
  textBlock,
  textOf,
} from "./prompt.ts";
import { readToolChoice } from "./tool-calls.ts";

const MAX_TOKENS = "Expected a whole number greater than 0; this API always requires a limit.";

const cacheControl = z.looseObject({ ttl: z.enum(["5m", "1h"]).optional() }).nullish();
const message = z.looseObject({ role: z.enum(["user", "assistant", "system"]), content });
const tool = z.looseObject({
  name: z.string(),
  input_schema: jsonSchema.optional(),
  cache_control: cacheControl,
});
const thinking = z.looseObject({
  type: z.enum(["enabled", "disabled", "adaptive", "between_tools"]),
  budget_tokens: limit,
});

const promptFields = {
  model,
  messages: list(message),
  system: content,
  tools: z.array(tool).nullish(),
  cache_control: cacheControl,
};
const countRequest = z.object(promptFields);
const messageRequest = z.object({
  ...promptFields,
  max_tokens: z.int(MAX_TOKENS).positive(MAX_TOKENS),
  stream: flag,
  stop_sequences: z.array(z.string()).nullish(),
  tool_choice: z.looseObject({ type: z.string(), disable_parallel_tool_use: flag }).nullish(),
  thinking: thinking.nullish(),
  output_config: z
    .looseObject({ format: z.looseObject({ type: z.literal("json_schema"), schema: jsonSchema }).nullish() })
    .nullish(),
  service_tier: z.enum(["auto", "standard_only"]).nullish(),
});
type MessageRequest = z.infer<typeof messageRequest>;

export const messages: Endpoint = {
  errors: anthropicError,
  read(body, cache) {
    const request = validated(messageRequest, body);
    const generation = generationOf(request, findModel(request.model, "chat"));
    return {
      text: generation.text,
      stream: request.stream === true,
      reply: (faults) => replyOf(complete(generation, faults, cache)),
    };
  },
};

/** What a message would count as input, including what a cache would provide. */
export const messageTokens: Endpoint = {
  errors: anthropicError,
  read(body) {
    const request = validated(countRequest, body);
    const served = findModel(request.model, "chat");
    const input = inputTokens(promptBlocks(request));
    checkContext(served, input);
    const usage = () => ({ input_tokens: input });
    const text = lastUserText(request.messages);
    return { text, stream: false, reply: () => ({ whole: (report) => ({ ...report() }), usage }) };
  },
};

function generationOf(request: MessageRequest, served: Model): Generation {
  const { tools, tool_choice, max_tokens } = request;
  if (tool_choice && tool_choice.type !== "none" && !tools?.length)
    throw new ApiError(400, "tool_choice: may only be specified while providing tools.");
  return {
    model: served,
    blocks: promptBlocks(request),
    cacheMode: "marked",
    cacheKey: "",
    text: lastUserText(request.messages),
    toolResults: resultsIn(request.messages.findLast(({ role }) => role === "user")?.content),
    tools: (tools ?? []).map(({ name, input_schema }) => ({ name, parameters: input_schema })),
    choice: readToolChoice(tool_choice ?? "auto"),
    parallel: tool_choice?.disable_parallel_tool_use !== true,
    schema: request.output_config?.format?.schema ?? null,
    outputLimit: max_tokens,
    reasoningLimit: thinkingLimit(request, served),
    choices: 1,
    stops: request.stop_sequences ?? [],
    tier: "standard",
  };
}

function thinkingLimit({ thinking: requested }: MessageRequest, { reasons }: Model): number {
  if (!reasons || !requested || requested.type === "disabled") return 0;
  return requested.budget_tokens ?? Number.POSITIVE_INFINITY;
}

/** In the order in which Anthropic caches them. */
function promptBlocks(request: z.infer<typeof countRequest>): Block[] {
  const blocks = [
    ...(request.tools ?? []).map((one) => ({ ...jsonBlock(one), cacheFor: cacheFor(one.cache_control) })),
    ...markedBlocks(request.system),
    ...request.messages.flatMap((one) => markedBlocks(one.content)),
  ];
  const last = blocks.at(-1);
  if (last !== undefined && request.cache_control) last.cacheFor ??= cacheFor(request.cache_control);
  return blocks;
}

const markedBlocks = (said: Content): Block[] =>
  typeof said === "string"
    ? [textBlock(said)]
    : (said ?? []).map((part) => ({ ...contentBlock(part), cacheFor: cacheFor(part.cache_control) }));

/** The content of a tool's result counts as what it is. */
function contentBlock(part: Part): Block {
  const inside = content.safeParse(part.content);
  if (part.type !== "tool_result" || !inside.success) return partBlock(part);
  return { tokens: markedBlocks(inside.data).flatMap(({ tokens }) => tokens) };
}

const cacheFor = (value: unknown): Block["cacheFor"] => {
  const { success, data } = cacheControl.safeParse(value);
  return success && data ? (data.ttl ?? "5m") : undefined;
};

const resultsIn = (said: Content): string[] =>
  typeof said === "string"
    ? []
    : (said ?? []).flatMap((part) => {
        const inside = content.safeParse(part.content);
        return part.type === "tool_result" ? [inside.success ? textOf(inside.data) : ""] : [];
      });
