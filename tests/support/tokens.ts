import { likelyInputTokens } from "#core/domain/gateway/text/likely-input.ts";
import { TokenEstimate } from "#core/domain/gateway/text/token-estimate.ts";

/** The estimate for these texts, one after the other; not rounded. How good it is, `gateway-token-estimate.test.ts` says. */
export function tokensOf(...texts: string[]): number {
  const estimate = new TokenEstimate();
  for (const text of texts) estimate.add(text);
  return estimate.tokens;
}

const decoder = new TextDecoder();

/** What the input of a request is estimated at, by the body that its provider got; without files. */
export function inputTokensOf(body: Uint8Array | string | undefined): number {
  const text = typeof body === "string" ? body : decoder.decode(body);
  return Math.max(1, Math.ceil(likelyInputTokens(JSON.parse(text), 0)()));
}

/** What is estimated for these visible texts: a turn has some tokens more. */
export const outputTokensOf = (...texts: string[]): number => Math.ceil(tokensOf(...texts) + TURN_TOKENS);
const TURN_TOKENS = 4;
