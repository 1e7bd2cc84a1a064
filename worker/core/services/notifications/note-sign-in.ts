import type { AccountContext } from "#core/services/context.ts";
import { deviceName } from "#core/services/sessions/device-name.ts";
import { storeSignIn } from "#core/storage/sign-ins.ts";

/** Where a request comes from. */
export interface RequestPlace {
  /** ISO 3166 code, as the platform tells it and never the client; null when it does not. */
  country: string | null;
  /** The client's own word: another browser can pretend to be a known one, but only from the same country. */
  userAgent: string | null;
}

/**
 * Takes note of a session that was never seen before: where an account signs in for the first time, it is told of it.
 * Every request with the session's token leads here until it is stored, so the client cannot go round it.
 */
export async function noteSignIn(
  { db, account, clock }: AccountContext,
  sessionId: string,
  { country, userAgent }: RequestPlace,
): Promise<void> {
  const device = deviceName(userAgent);
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
