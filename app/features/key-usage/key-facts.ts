import { keyStateOf } from "#app/features/keys/key-life-view.ts";
import { formatDate } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";

/** When a key was made and when it ends or ended; `now` in epoch milliseconds. */
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
