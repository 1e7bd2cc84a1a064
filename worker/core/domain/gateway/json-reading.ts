import { NOTHING_READ, type Reading } from "./charge.ts";
import { type TokenUsage, tokenUsageOf } from "./token-usage.ts";

const decoder = new TextDecoder();

/** What a whole JSON response is charged for: nothing when it is not JSON, or only an error. */
export function readingOfJson(body: Uint8Array): Reading {
  const value = parsedJson(decoder.decode(body));
  if (typeof value !== "object" || value === null) return NOTHING_READ;
  const usage = usageOf(value);
  const error = memberOf(value, "error") ?? null;
  if (usage === null && error !== null) return NOTHING_READ;
  return { usage, visibleTokens: 0, content: true, complete: true };
}

/** The counts in `usage`, or in that of `response`; null when there are none that can be. */
export const usageOf = (value: unknown): TokenUsage | null =>
  tokenUsageOf(memberOf(value, "usage")) ?? tokenUsageOf(memberOf(memberOf(value, "response"), "usage"));

export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

/** The value of a JSON text; undefined when it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
