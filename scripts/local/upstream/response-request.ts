import { z } from "zod";
import type { Model } from "./catalog.ts";
import { ANY_OBJECT, reasoningLimit } from "./chat-completions.ts";
import type { Generation } from "./completion.ts";
import { ApiError } from "./errors.ts";
import { content, flag, jsonSchema, limit, model, reportedTier, tier } from "./fields.ts";
import { type Block, blocksOf, jsonBlock, lastUserText, textBlock, textOf } from "./prompt.ts";
import { readToolChoice, type Tool } from "./tool-calls.ts";

const INPUT = "Expected a string or an array of items; this path takes 'input' instead of 'messages'.";

const item = z.looseObject({
  type: z.string().optional(),
  role: z.enum(["system", "developer", "user", "assistant"]).optional(),
  content,
  output: content,
});
const format = z.looseObject({
  type: z.enum(["text", "json_object", "json_schema"]),
  schema: jsonSchema.optional(),
});

const tool = z.looseObject({
  type: z.string(),
  name: z.string().optional(),
  parameters: jsonSchema.nullish(),
});

export const responseRequest = z.object({
  model,
  input: z.union([z.string(), z.array(item).min(1, INPUT)], INPUT),
  instructions: z.string().nullish(),
  stream: flag,
  max_output_tokens: limit,
  tools: z.array(tool.extend({ tools: z.array(tool).optional() })).nullish(),
  tool_choice: z.unknown().optional(),
  parallel_tool_calls: flag,
  text: z.looseObject({ format: format.optional() }).nullish(),
  reasoning: z.looseObject({ effort: z.string().nullish(), summary: z.string().nullish() }).nullish(),
  include: z.array(z.string()).nullish(),
  previous_response_id: z.string().nullish(),
  service_tier: tier,
  prompt_cache_key: z.string().nullish(),
  store: flag,
  metadata: z.record(z.string(), z.string()).nullish(),
  temperature: z.number().nullish(),
  top_p: z.number().nullish(),
});
export type ResponseRequest = z.infer<typeof responseRequest>;

/** @throws ApiError for a request that builds on a stored response. */
export function refuseStored({ previous_response_id: id, input }: ResponseRequest): void {
  const isReference = typeof input !== "string" && input.some(({ type }) => type === "item_reference");
  if (!id && !isReference) return;
  const param = id ? "previous_response_id" : "input";
  throw new ApiError(
    400,
    "This provider stores no responses: set 'store' to false and send the whole conversation.",
    {
      code: "previous_response_not_found",
      param,
    },
  );
}

export function generationOf(request: ResponseRequest, served: Model): Generation {
  const { input, instructions, tools, text } = request;
  const items = typeof input === "string" ? [{ role: "user" as const, content: input }] : input;
  return {
    model: served,
    blocks: [
      ...(tools ?? []).map(jsonBlock),
      ...(text?.format?.schema ? [jsonBlock(text.format)] : []),
      ...(instructions ? [textBlock(instructions)] : []),
      ...items.flatMap(itemBlocks),
    ],
    cacheMode: "automatic",
    cacheKey: request.prompt_cache_key ?? "",
    text: lastUserText(items),
    toolResults: trailingResults(items),
    tools: (tools ?? []).flatMap((one) =>
      one.type === "namespace"
        ? (one.tools ?? []).flatMap((member) => callable(member, one.name))
        : callable(one),
    ),
    choice: readToolChoice(request.tool_choice),
    parallel: request.parallel_tool_calls !== false,
    schema: schemaOf(text?.format),
    outputLimit: request.max_output_tokens ?? null,
    reasoningLimit: reasoningLimit(served, request.reasoning?.effort),
    choices: 1,
    stops: [],
    tier: reportedTier(request.service_tier),
  };
}

/** The provider runs no tools of its own. */
function callable({ type, name, parameters }: z.infer<typeof tool>, namespace?: string): Tool[] {
  if (name === undefined || (type !== "function" && type !== "custom")) return [];
  const isCustom = type === "custom" && { custom: true as const };
  return [{ name, parameters, ...isCustom, ...(namespace !== undefined && { namespace }) }];
}

type Item = z.infer<typeof item>;

const schemaOf = (chosen: z.infer<typeof format> | undefined): unknown =>
  chosen?.type === "json_schema" ? (chosen.schema ?? {}) : chosen?.type === "json_object" ? ANY_OBJECT : null;

const itemBlocks = (one: Partial<Item>): Block[] =>
  one.content ? blocksOf(one.content) : one.output ? blocksOf(one.output) : [jsonBlock(one)];

function trailingResults(items: readonly Partial<Item>[]): string[] {
  const before = items.findLastIndex(({ type }) => !type?.endsWith("_call_output"));
  return items.slice(before + 1).map(({ output }) => textOf(output));
}
