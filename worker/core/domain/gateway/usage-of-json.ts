import { parsedJson } from "./json-members.ts";
import { type TokenUsage, tokenUsageOf } from "./token-usage.ts";

const decoder = new TextDecoder();

/**
 * The token counts of a whole JSON answer: its `usage`, or that of its `response`. Null when it has none that can be,
 * or is no JSON.
 */
export function usageOfJson(body: Uint8Array): TokenUsage | null {
  const answer = parsedJson(decoder.decode(body));
  return (
    tokenUsageOf(memberOf(answer, "usage")) ?? tokenUsageOf(memberOf(memberOf(answer, "response"), "usage"))
  );
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
