import { NOTHING_READ, type Reading } from "./charge.ts";
import { type TokenUsage, tokenUsageOf } from "./token-usage.ts";

const decoder = new TextDecoder();

/** Reads a complete JSON response. One that is not JSON, or only an error, has no content. */
export function readingOfJson(body: Uint8Array): Reading {
  const value = parsedJson(decoder.decode(body));
  if (typeof value !== "object" || value === null) return NOTHING_READ;
  const usage = usageOf(value);
  const error = memberOf(value, "error") ?? null;
  if (usage === null && error !== null) return NOTHING_READ;
  return { usage, visibleTokens: 0, content: true, complete: true };
}

/** The counts in `usage` or `response.usage`; null when there are no plausible ones. */
export const usageOf = (value: unknown): TokenUsage | null =>
  tokenUsageOf(memberOf(value, "usage")) ?? tokenUsageOf(memberOf(memberOf(value, "response"), "usage"));

export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

/** The value of a JSON text; undefined when it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
