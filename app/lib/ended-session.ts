/** In this tab only: whose session the API refused, for the sign-in page that follows. */
const STORAGE_KEY = "latchkey-session-ended";

export const noteEndedSession = (email: string) => sessionStorage.setItem(STORAGE_KEY, email);

/** The email of the session that ended, `""` when it isn't known; null when none did. Once only. */
export function takeEndedSession(): string | null {
  const email = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
  return email;
}
