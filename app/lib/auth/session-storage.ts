import { lifetimeOf, remainingOf } from "./session-age.ts";
import { parseSession, SESSION_STORAGE_KEY, type StoredSession } from "./stored-session.ts";

/** Less than the client's 90 s, so that it renews the session, which it keeps if that fails for the moment. */
const ABOUT_TO_EXPIRE_MS = 30_000;

/**
 * Where the identity provider's client keeps the session. The client compares `expires_at` with the device's clock, so
 * it reads a time that agrees with the session's age, whatever that clock says.
 */
export const sessionStorageFor = (isRefused: (refreshToken: string) => boolean) => ({
  getItem(key: string): string | null {
    const text = localStorage.getItem(key);
    const session = key === SESSION_STORAGE_KEY ? parseSession(text) : null;
    return session ? JSON.stringify(timed(session, isRefused(session.refresh_token))) : text;
  },
  setItem: (key: string, text: string) => localStorage.setItem(key, text),
  removeItem: (key: string) => localStorage.removeItem(key),
});

/** A refused session is shown as expired, and the client removes it. */
function timed(session: StoredSession, isRefused: boolean): StoredSession {
  const remaining = isRefused ? 0 : Math.max(remainingOf(session), ABOUT_TO_EXPIRE_MS);
  return {
    ...session,
    expires_in: lifetimeOf(session),
    expires_at: Math.round((Date.now() + remaining) / 1000) - (isRefused ? 1 : 0),
  };
}
