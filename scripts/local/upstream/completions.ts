import { z } from "zod";
import { findModel, type Model } from "./catalog.ts";
import { chatUsage } from "./chat-completions.ts";
import { type Completion, type Counts, complete, type Generation } from "./completion.ts";
import type { Reply, Report, StreamEvent } from "./delivery.ts";
import { openAiError } from "./errors.ts";
import { type Endpoint, validated } from "./exchange.ts";
import { flag, limit, model, reportedTier, tier } from "./fields.ts";
import { type Block, textBlock } from "./prompt.ts";

const PROMPT = "Expected a string, an array of strings, or an array of tokens.";
const USUAL_LIMIT = 16;
const tokens = z.array(z.int());

const completionRequest = z.object({
  model,
  prompt: z.union([z.string(), tokens, z.array(z.string()), z.array(tokens)], PROMPT),
  stream: flag,
  stream_options: z.object({ include_usage: flag }).nullish(),
  max_tokens: z.int().min(0).nullish(),
  n: z.int().min(1).max(128).nullish(),
  best_of: limit,
  echo: flag,
  stop: z.union([z.string(), z.array(z.string())], "Expected a string or an array of strings.").nullish(),
  service_tier: tier,
});
type CompletionRequest = z.infer<typeof completionRequest>;

interface Choice {
  index: number;
  prompt: string;
  completion: Completion;
}

export const completions: Endpoint = {
  errors: openAiError,
  read(body, cache) {
    const request = validated(completionRequest, body);
    const served = findModel(request.model, "chat");
    const prompts = promptsOf(request.prompt);
    const generations = prompts.map((prompt) => generationOf(request, served, prompt));
    return {
      text: prompts.at(-1)?.text ?? "",
      stream: request.stream === true,
      reply: (faults) => {
        const made = generations.map((generation) => complete(generation, faults, cache));
        const choices = made.flatMap((completion, at) =>
          Array.from({ length: request.n ?? 1 }, (_, index) => ({
            index: at * (request.n ?? 1) + index,
            prompt: request.echo ? (prompts[at]?.text ?? "") : "",
            completion,
          })),
        );
        return replyOf(choices, sumOf(made), request.stream_options?.include_usage === true);
      },
    };
  },
};

interface Prompt {
  text: string;
  block: Block;
}

function promptsOf(prompt: CompletionRequest["prompt"]): Prompt[] {
  const first = typeof prompt === "string" ? undefined : prompt[0];
  const all = typeof prompt === "string" || typeof first === "number" ? [prompt] : prompt;
  return all.map((one) => {
    if (typeof one === "string") return { text: one, block: textBlock(one) };
    const ids = [one].flat().map((token) => ` ${token}`);
    return { text: ids.join("").trim(), block: { tokens: ids } };
  });
}

const generationOf = (request: CompletionRequest, served: Model, { text, block }: Prompt): Generation => ({
  model: served,
  blocks: [block],
  cacheMode: "automatic",
  cacheKey: "",
  text,
  toolResults: [],
  tools: [],
  choice: { mode: "none", names: null },
  parallel: false,
  schema: null,
  outputLimit: request.max_tokens ?? USUAL_LIMIT,
  reasoningLimit: 0,
  choices: Math.max(request.n ?? 1, request.best_of ?? 1),
  stops: [request.stop ?? []].flat(),
  tier: reportedTier(request.service_tier),
});

const sumOf = (made: readonly Completion[]): Counts => {
  const sum = (count: keyof Counts) => made.reduce((total, { counts }) => total + counts[count], 0);
  return {
    input: sum("input"),
    cached: sum("cached"),
    audio: 0,
    output: sum("output"),
    reasoning: 0,
    written5m: 0,
    written1h: 0,
  };
};

const replyOf = (choices: Choice[], counts: Counts, includeUsage: boolean): Reply => ({
  whole: (report) => ({
    ...headOf(choices),
    choices: choices.map(({ index, prompt, completion }) => ({
      index,
      text: prompt + completion.text.join(""),
      logprobs: null,
      finish_reason: reasonOf(completion),
    })),
    usage: report(),
  }),
  stream: {
    events: (report) => events(choices, includeUsage, report),
    errorEvent: (error) => ({ data: openAiError(error) }),
  },
  usage: (sent) => chatUsage(counts, sent),
});

const reasonOf = ({ finish }: Completion) => (finish === "length" ? "length" : "stop");

function headOf([first]: readonly Choice[]) {
  const { id, created, model: name, tier: reported } = first?.completion ?? {};
  return {
    id: `cmpl-${id}`,
    object: "text_completion",
    created,
    model: name,
    service_tier: reported,
    system_fingerprint: "fp_demo",
  };
}

function* events(choices: readonly Choice[], includeUsage: boolean, report: Report): Generator<StreamEvent> {
  const chunk = (parts: object[]) => ({
    ...headOf(choices),
    choices: parts,
    ...(includeUsage && { usage: null }),
  });
  for (const { index, prompt, completion } of choices) {
    const part = (text: string, finish_reason: string | null = null) =>
      chunk([{ index, text, logprobs: null, finish_reason }]);
    if (prompt !== "") yield { data: part(prompt) };
    for (const text of completion.text) yield { data: part(text), tokens: 1 };
    yield { data: part("", reasonOf(completion)) };
  }
  if (includeUsage) yield { data: { ...chunk([]), usage: report() } };
  yield { data: "[DONE]" };
}
