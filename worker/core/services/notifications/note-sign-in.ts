import type { AccountContext } from "#core/services/context.ts";
import { deviceName } from "#core/services/sessions/device-name.ts";
import { storeSignIn } from "#core/storage/sign-ins.ts";

/**
 * Takes note of a session that was never seen before: where an account signs in for the first time, it is told of it.
 * Every request with the session's token leads here until it is stored, so the client cannot go round it.
 */
export async function noteSignIn(
  { db, account, clock, place }: AccountContext,
  sessionId: string,
): Promise<void> {
  const country = place?.country ?? null;
  const device = deviceName(place?.userAgent ?? null);
  await storeSignIn(db, {
    accountId: account.id,
    sessionId,
    place: await hashOf([String(account.id), country ?? "", device ?? ""]),
    data: JSON.stringify({ device, country }),
    at: clock.now(),
  });
}

async function hashOf(parts: string[]): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(parts)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
