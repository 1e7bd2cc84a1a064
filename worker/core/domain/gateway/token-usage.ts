/** Tokens that an answer says it took. */
export interface TokenUsage {
  input: number;
  output: number;
}

/** A count above this is not believed; it also keeps every cost an exact number. */
export const TOKENS_MAX = 1_000_000_000;

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= TOKENS_MAX;

/**
 * The counts of a `usage` object as the AI service writes it, with either pair of names; without a count of output
 * (embeddings) that is 0. Null when it has no input count, or one that cannot be.
 */
export function tokenUsageOf(usage: unknown): TokenUsage | null {
  if (typeof usage !== "object" || usage === null) return null;
  const counts: Partial<Record<string, unknown>> = { ...usage };
  const input = counts.prompt_tokens ?? counts.input_tokens;
  const output = counts.completion_tokens ?? counts.output_tokens ?? 0;
  return isCount(input) && isCount(output) ? { input, output } : null;
}
