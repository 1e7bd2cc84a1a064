import type { ApiKey } from "#core/contract/keys.ts";
import { keyMessages } from "./messages.ts";

/** Spec section 9: copied indicator and hover card delays, in milliseconds. */
export const COPIED_FOR_MS = 2_000;
export const HOVER_OPEN_MS = 700;
export const HOVER_CLOSE_MS = 300;
/** Where a table of full keys fits; below, it is a list. The skeleton says the same as `48rem`. */
export const TABLE_FROM_PIXELS = 768;

export function keysByStatus(keys: ApiKey[]): Record<ApiKey["status"], ApiKey[]> {
  return {
    active: keys.filter(({ status }) => status === "active"),
    revoked: keys.filter(({ status }) => status === "revoked"),
  };
}

export function footerText(count: number, status: ApiKey["status"]): string {
  return `Showing ${count} ${status} keys`;
}

/** Why no key can be created now; null when one can. A balance must be known and above 0 (spec section 5). */
export function createBlockedReason(balance: number | undefined, creating: boolean): string | null {
  if (creating) return keyMessages.blocked.creating;
  if (balance === undefined) return keyMessages.blocked.balanceUnknown;
  return balance > 0 ? null : keyMessages.blocked.noFunds;
}

/** A key cut at its masking dots, so that they can be drawn quieter; null for a key in full. */
export function maskParts(key: string): { head: string; dots: string; tail: string } | null {
  const [, head, dots, tail] = /^([^•]+)(•+)([^•]+)$/.exec(key) ?? [];
  return head && dots && tail ? { head, dots, tail } : null;
}

export type CodePart = { text: string; role?: "flag" | "string" };

/** A first request with this key, as a shell takes it; the parts' texts joined are the command. */
export function sampleRequest(origin: string, key: string): CodePart[] {
  return [
    { text: `curl ${origin}/v1/chat/completions \\\n  ` },
    { text: "-H", role: "flag" },
    { text: " " },
    { text: `"Authorization: Bearer ${key}"`, role: "string" },
    { text: " \\\n  " },
    { text: "-H", role: "flag" },
    { text: " " },
    { text: `"Content-Type: application/json"`, role: "string" },
    { text: " \\\n  " },
    { text: "-d", role: "flag" },
    { text: " " },
    {
      text: `'{"model": "demo-small", "messages": [{"role": "user", "content": "Hello"}]}'`,
      role: "string",
    },
  ];
}

export const commandOf = (parts: CodePart[]): string => parts.map(({ text }) => text).join("");

const IN_USE_WITHIN_MS = 5 * 60_000;

/** Whether a key was used so lately that something still depends on it. `now` in epoch milliseconds. */
export function isInUse(lastUsed: string | null, now: number): boolean {
  return lastUsed !== null && now - Date.parse(lastUsed) < IN_USE_WITHIN_MS;
}
