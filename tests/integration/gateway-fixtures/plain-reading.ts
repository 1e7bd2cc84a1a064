import type { FixtureEndpoint } from "#tests/support/fixtures.ts";

type Json = Partial<Record<string, unknown>>;
/** As a usage row has them: cached tokens are part of the input. */
export interface PlainCounts {
  tokensIn: number;
  tokensCached: number;
  tokensOut: number;
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
const numberAt = (value: unknown, ...path: string[]): number => Number(at(value, ...path) ?? 0);

/**
 * The counts of a response, read without the gateway's code.
 * @param documents the body of a whole response, or the data of each event.
 * @returns null for a response that reports none.
 */
export function plainCounts(endpoint: FixtureEndpoint, documents: readonly unknown[]): PlainCounts | null {
  const counts = endpoint === "messages" ? anthropic(documents) : openAi(documents);
  return counts !== null && counts.tokensIn + counts.tokensOut > 0 ? counts : null;
}

function openAi(documents: readonly unknown[]): PlainCounts | null {
  const usages = documents.map(usageIn).filter(isObject);
  const usage = usages.findLast((one) => Object.values(one).some((count) => Number(count) > 0));
  if (usage === undefined) return null;
  const named = numberAt(usage, "prompt_tokens") + numberAt(usage, "input_tokens");
  // Voyage AI reports only the total of an embedding.
  const input = named > 0 ? named : numberAt(usage, "total_tokens");
  const written = numberAt(usage, "completion_tokens") + numberAt(usage, "output_tokens");
  const cached = [
    at(usage, "prompt_tokens_details", "cached_tokens"),
    at(usage, "input_tokens_details", "cached_tokens"),
    at(usage, "prompt_cache_hit_tokens"),
  ];
  const [reported = 0] = cached.map(Number).filter((count) => count > 0);
  const tokensCached = Math.min(reported, input);
  return { tokensIn: input, tokensCached, tokensOut: written + reasoningBeside(usage, input + written) };
}

/** Groq's streams have it in a member of its own. */
const usageIn = (document: unknown): unknown =>
  at(document, "response", "usage") ?? at(document, "usage") ?? at(document, "x_groq", "usage");

/** Some providers leave reasoning out of the output, and put it into the total alone. */
function reasoningBeside(usage: Json, others: number): number {
  const reasoning =
    numberAt(usage, "completion_tokens_details", "reasoning_tokens") +
    numberAt(usage, "output_tokens_details", "reasoning_tokens");
  return reasoning > 0 && numberAt(usage, "total_tokens") === others + reasoning ? reasoning : 0;
}

/** Each count is the last one reported; a 0 for the input at the end of a stream reports nothing. */
function anthropic(documents: readonly unknown[]): PlainCounts | null {
  const usages = documents.map((one) => at(one, "message", "usage") ?? at(one, "usage")).filter(isObject);
  if (usages.length === 0) return null;
  const last = (name: string) => Number(usages.findLast((usage) => Number(usage[name]) > 0)?.[name] ?? 0);
  const cached = last("cache_read_input_tokens");
  return {
    tokensIn: last("input_tokens") + cached + last("cache_creation_input_tokens"),
    tokensCached: cached,
    tokensOut: last("output_tokens"),
  };
}

/** The most output that a request permits; infinite without a limit that the gateway can rely on. */
export function outputLimit(request: Json): number {
  const { thinking, reasoning, thinking_budget, enable_thinking, max_completion_tokens, max_tokens } =
    request;
  const thinks = [thinking, reasoning, thinking_budget, enable_thinking].some(Boolean);
  const limits = [max_completion_tokens, max_tokens, request.max_output_tokens].map(Number).filter(Boolean);
  const choices = Math.max(numberAt(request, "n"), numberAt(request, "best_of"), 1);
  const prompts =
    Array.isArray(request.prompt) && typeof request.prompt[0] !== "number" ? request.prompt.length : 1;
  return limits.length === 0 || thinks ? Number.POSITIVE_INFINITY : Math.max(...limits) * choices * prompts;
}
