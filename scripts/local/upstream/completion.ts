import { randomUUID } from "node:crypto";
import { type ChatRequest, lastText, promptOf } from "./requests.ts";
import { countTokens, tokensOf } from "./tokens.ts";

const MOST_TOKENS = 256;

/** A demo model's completion: the same for the same input. */
export interface Completion {
  id: string;
  model: string;
  created: number;
  tokens: string[];
  finishReason: "stop" | "length";
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
}

export function complete(request: ChatRequest): Completion {
  const all = tokensOf(
    `This is ${request.model}, a model for demonstrations. You said: ${lastText(request)}`,
  );
  const limit = Math.min(request.max_completion_tokens ?? request.max_tokens ?? MOST_TOKENS, MOST_TOKENS);
  const tokens = all.slice(0, limit);
  const prompt = countTokens(promptOf(request));
  return {
    id: `chatcmpl-${randomUUID()}`,
    model: request.model,
    created: Math.floor(Date.now() / 1000),
    tokens,
    finishReason: tokens.length < all.length ? "length" : "stop",
    usage: {
      prompt_tokens: prompt,
      completion_tokens: tokens.length,
      total_tokens: prompt + tokens.length,
    },
  };
}

export const fullCompletion = ({ id, model, created, tokens, finishReason, usage }: Completion) => ({
  id,
  object: "chat.completion",
  created,
  model,
  choices: [
    { index: 0, message: { role: "assistant", content: tokens.join("") }, finish_reason: finishReason },
  ],
  usage,
});

/** The completion's server-sent events, in order. `includeUsage` is OpenAI's: null, then a separate chunk. */
export function* completionEvents(completion: Completion, includeUsage: boolean): Generator<string> {
  const { id, model, created, tokens, finishReason, usage } = completion;
  const chunk = (choices: object[], counted: object | null = null) =>
    event({
      id,
      object: "chat.completion.chunk",
      created,
      model,
      choices,
      ...(includeUsage && { usage: counted }),
    });
  const delta = (part: object, reason: string | null = null) =>
    chunk([{ index: 0, delta: part, finish_reason: reason }]);
  yield delta({ role: "assistant", content: "" });
  for (const content of tokens) yield delta({ content });
  yield delta({}, finishReason);
  if (includeUsage) yield chunk([], usage);
  yield "data: [DONE]\n\n";
}

const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
