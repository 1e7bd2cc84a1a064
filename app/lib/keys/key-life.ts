import { formatDate } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { type KeyState, keyStateAt } from "#core/domain/key-life.ts";
import { isOffered } from "#core/domain/key-parts.ts";

export const instantOf = (iso: string | null) => (iso === null ? null : Date.parse(iso));

/** Every `now` in this file is in epoch milliseconds. */
export function keyStateOf({ status, expires_at, disabled_at }: ApiKey, now: number): KeyState {
  return keyStateAt(now, { status, expiresAt: instantOf(expires_at), disabledAt: instantOf(disabled_at) });
}

export const successorOf = (key: ApiKey, keys: readonly ApiKey[]) =>
  keys.find(({ id }) => id === key.replaced_by);

export const predecessorOf = (key: ApiKey, keys: readonly ApiKey[]) =>
  keys.find(({ replaced_by }) => replaced_by === key.id);

/** A rotated key and its successor have the same name. */
export const nameWithTail = ({ name, key }: ApiKey) => `${name} …${key.slice(-4)}`;

/** A plan's key expires with its plan, a rotated one when its overlap ends, and the Playground's never. */
export const canSetExpiry = (key: ApiKey) =>
  key.replaced_by === null && !key.plan_key && isOffered(key, "expires_at");

export function lifeFacts(key: ApiKey, now: number): string[] {
  const facts = [`Created ${formatDate(key.created_at)}`];
  if (key.status === "revoked") {
    if (key.revoked_at) facts.push(`Revoked ${formatDate(key.revoked_at)}`);
  } else if (key.expires_at) {
    const verb = keyStateOf(key, now) === "expired" ? "Expired" : "Expires";
    facts.push(`${verb} ${formatDate(key.expires_at)}`);
  }
  return facts;
}
