/** In this tab only. */
const KEY = "latchkey-session-ended";

const REASONS = ["ended", "deleted"] as const;

/** How a session ended, for the sign-in page that follows. */
export interface EndedSession {
  /** `deleted`: with its account. */
  reason: (typeof REASONS)[number];
  /** Empty when it isn't known. */
  email: string;
}

let expected = false;

/** Before the reader signs out here, which needs no explanation. */
export function expectEnding(): void {
  expected = true;
  sessionStorage.removeItem(KEY);
}

/** The first note counts: a deletion also ends the session. */
export function noteEndedSession(email: string, reason: EndedSession["reason"] = "ended"): void {
  if (expected || sessionStorage.getItem(KEY) !== null) return;
  sessionStorage.setItem(KEY, `${reason} ${email}`);
}

/** Null when no session ended. Once only; the next session's ending is then unexpected again. */
export function takeEndedSession(): EndedSession | null {
  expected = false;
  const [noted = "", email = ""] = sessionStorage.getItem(KEY)?.split(" ") ?? [];
  sessionStorage.removeItem(KEY);
  const reason = REASONS.find((known) => known === noted);
  return reason ? { reason, email } : null;
}
