/** Where the session lives in localStorage. */
export const SESSION_STORAGE_KEY = "latchkey-auth-token";

/** Whether what the storage holds is a session that the identity provider's client can work with. */
export function isReadableSession(text: string): boolean {
  const stored = parsed(text);
  if (typeof stored !== "object" || stored === null) return false;
  const { access_token, refresh_token, expires_at, user } = stored as Record<string, unknown>;
  return (
    typeof access_token === "string" &&
    typeof refresh_token === "string" &&
    typeof expires_at === "number" &&
    typeof user === "object" &&
    user !== null &&
    "id" in user
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
