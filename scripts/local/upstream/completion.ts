import { randomUUID } from "node:crypto";
import type { Model } from "./catalog.ts";
import { ApiError } from "./errors.ts";
import type { Faults } from "./faults.ts";
import type { Block } from "./prompt.ts";
import type { PromptCache } from "./prompt-cache.ts";
import { exampleOf } from "./schema-example.ts";
import { jsonTokensOf, tokensOf } from "./tokens.ts";
import { callsFor, type ToolCall, type ToolUse } from "./tool-calls.ts";

/** A request to generate text, the same for every API. */
export interface Generation extends ToolUse {
  model: Model;
  blocks: Block[];
  cacheMode: "automatic" | "marked";
  cacheKey: string;
  /** The last user text. */
  text: string;
  /** The results that the conversation ends with, in response to the model's calls. */
  toolResults: string[];
  /** The JSON schema of the response; null for text. */
  schema: unknown;
  outputLimit: number | null;
  reasoningLimit: number;
  choices: number;
  stops: string[];
  tier: string;
}

/** Tokens. `input` includes the cached and written ones, `output` all choices and the reasoning. */
export interface Counts {
  input: number;
  cached: number;
  written5m: number;
  written1h: number;
  audio: number;
  output: number;
  reasoning: number;
}

/** A demo model's completion: the same for the same input, but for IDs, time and what the cache knows. */
export interface Completion {
  id: string;
  created: number;
  model: string;
  tier: string;
  choices: number;
  reasoning: string[];
  text: string[];
  calls: ToolCall[];
  finish: "stop" | "length" | "tool_calls" | "stop_sequence";
  stopSequence: string | null;
  counts: Counts;
}

/** @throws ApiError for a prompt longer than the model's context. */
export function complete(request: Generation, faults: Faults, cache: PromptCache): Completion {
  const { model, blocks, choices } = request;
  const input = inputTokens(blocks);
  checkContext(model, input);
  const written = write(request, faults);
  const all = [...written.text, ...written.calls.flatMap(({ tokens }) => tokens)];
  const key = `${model.id}\0${request.cacheKey}`;
  return {
    ...written,
    id: randomUUID().replaceAll("-", ""),
    created: Math.floor(Date.now() / 1000),
    model: model.id,
    tier: faults.tier ?? request.tier,
    choices,
    counts: {
      input,
      ...cache[request.cacheMode](key, blocks),
      audio: inputTokens(blocks.filter(({ isAudio }) => isAudio)),
      output: (written.reasoning.length + all.length) * choices,
      reasoning: written.reasoning.length * choices,
    },
  };
}

export const inputTokens = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { tokens }) => sum + tokens.length, 0);

export function checkContext({ id, contextTokens }: Model, input: number): void {
  if (input <= contextTokens) return;
  throw new ApiError(
    400,
    `The input has ${input} tokens. The context of ${id} is ${contextTokens} tokens long.`,
    { code: "context_length_exceeded" },
  );
}

type Written = Pick<Completion, "reasoning" | "text" | "calls" | "finish" | "stopSequence">;

/** Reasoning first, then a text or calls, until the limit. */
function write(request: Generation, faults: Faults): Written {
  const limit = Math.min(request.outputLimit ?? Number.POSITIVE_INFINITY, request.model.maxOutputTokens);
  const reasoning = reasoningFor(request.text).slice(0, Math.min(limit, request.reasoningLimit));
  const left = limit - reasoning.length;
  const calls = request.toolResults.length > 0 ? [] : callsFor(request.text, request);
  if (calls.length > 0) return { reasoning, text: [], stopSequence: null, ...limited(calls, left) };
  const { tokens, stopSequence } = untilStop(textFor(request, faults, left), request.stops);
  const finish = tokens.length > left ? "length" : stopSequence === null ? "stop" : "stop_sequence";
  const text = tokens.slice(0, left);
  return { reasoning, text, calls, finish, stopSequence: finish === "stop_sequence" ? stopSequence : null };
}

const reasoningFor = (text: string) =>
  tokensOf(`The user said: ${text.slice(0, 200)} I will repeat it, as every demo model does.`);

function textFor({ model, text, toolResults, schema }: Generation, faults: Faults, limit: number): string[] {
  if (schema !== null) return jsonTokensOf(JSON.stringify(exampleOf(schema)));
  const { long } = faults;
  if (long !== undefined)
    return Array.from({ length: Math.min(long, limit + 1) }, (_, at) => ` word${at + 1}`);
  const said = toolResults.length > 0 ? `The tool returned: ${toolResults.join(" ")}` : `You said: ${text}`;
  const marker = faults.done ? ["data: [DONE]\n\n", " [DONE] "] : [];
  return [...marker, ...tokensOf(`This is ${model.id}, a model for demonstrations. ${said}`)];
}

function untilStop(tokens: string[], stops: readonly string[]) {
  const text = tokens.join("");
  const [first] = stops
    .map((stop) => ({ stop, at: text.indexOf(stop) }))
    .filter(({ stop, at }) => stop !== "" && at >= 0)
    .sort((a, b) => a.at - b.at);
  if (first === undefined) return { tokens, stopSequence: null };
  return { tokens: tokensOf(text.slice(0, first.at)), stopSequence: first.stop };
}

function limited(calls: readonly ToolCall[], limit: number): Pick<Written, "calls" | "finish"> {
  let left = limit;
  const kept: ToolCall[] = [];
  for (const call of calls) {
    if (left > 0) kept.push({ ...call, tokens: call.tokens.slice(0, left) });
    left -= call.tokens.length;
  }
  return { calls: kept, finish: left < 0 ? "length" : "tool_calls" };
}
