import type { AnalyticsResponse } from "#core/contract/analytics.ts";

/** Input without cached input, which the API counts as a part of it. */
export interface TokenCounts {
  input: number;
  cached: number;
  output: number;
}

type WireTokens = Pick<AnalyticsResponse, "tokens_in" | "tokens_cached" | "tokens_out">;

/** Null where the API doesn't know them. */
export function tokenCounts({ tokens_in, tokens_cached, tokens_out }: WireTokens): TokenCounts | null {
  if (tokens_in === null || tokens_cached === null || tokens_out === null) return null;
  return { input: tokens_in - tokens_cached, cached: tokens_cached, output: tokens_out };
}

export const allTokens = ({ input, cached, output }: TokenCounts) => input + cached + output;
