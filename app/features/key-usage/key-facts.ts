import { formatDate } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { type KeyState, keyStateAt } from "#core/domain/key-life.ts";

const epoch = (instant: string | null) => (instant === null ? null : Date.parse(instant));

/** Whether a key works at `now` (epoch ms), and if not, why. */
export const keyStateOf = ({ status, expires_at, disabled_at }: ApiKey, now = Date.now()): KeyState =>
  keyStateAt(now, { status, expiresAt: epoch(expires_at), disabledAt: epoch(disabled_at) });

/** When a key was made and when it ends or ended. */
export function lifeFacts(key: ApiKey, now = Date.now()): string[] {
  const created = `Created ${formatDate(key.created_at)}`;
  if (key.status === "revoked") {
    return key.revoked_at ? [created, `Revoked ${formatDate(key.revoked_at)}`] : [created];
  }
  if (key.expires_at === null) return [created];
  const verb = Date.parse(key.expires_at) <= now ? "Expired" : "Expires";
  return [created, `${verb} ${formatDate(key.expires_at)}`];
}
