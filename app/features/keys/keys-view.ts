import type { ApiKey } from "#core/contract/keys.ts";
import { MINUTE_MS } from "#core/domain/time.ts";

/** A table of full keys fits from here on; below, a list is shown. The skeleton has the same width as `75rem`. */
export const TABLE_FROM_PIXELS = 1200;

export const keysByStatus = (keys: ApiKey[]): Record<ApiKey["status"], ApiKey[]> => ({
  active: keys.filter(({ status }) => status === "active"),
  revoked: keys.filter(({ status }) => status === "revoked"),
});

/** Splits a masked key at its dots, so that they can be drawn lighter; null for a full key. */
export function maskParts(key: string): { head: string; dots: string; tail: string } | null {
  const [, head, dots, tail] = /^([^•]+)(•+)([^•]+)$/.exec(key) ?? [];
  return head && dots && tail ? { head, dots, tail } : null;
}

export const sampleRequest = (origin: string, key: string) => `curl ${origin}/v1/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "demo-small", "messages": [{"role": "user", "content": "Hello"}]}'`;

const IN_USE_WITHIN_MS = 5 * MINUTE_MS;

/** `now` in epoch milliseconds. */
export const isInUse = (lastUsed: string | null, now: number) =>
  lastUsed !== null && now - Date.parse(lastUsed) < IN_USE_WITHIN_MS;
