/** Where the session lives in localStorage. */
export const SESSION_STORAGE_KEY = "latchkey-auth-token";

/** As early as the identity provider's client renews a token: 3 ticks of 30 s (specification, section 4). */
const RENEWED_BEFORE_MS = 90_000;

/** What is read of the session without the identity provider's client. */
export interface StoredSession {
  access_token: string;
  refresh_token: string;
  /** Epoch seconds. */
  expires_at: number;
  user: { id: string; email?: string; email_confirmed_at?: string | null; factors?: { status: string }[] };
}

/** The session in a storage's text; null for what the identity provider's client cannot work with. */
export function parseSession(text: string | null): StoredSession | null {
  const stored = text === null ? null : parsed(text);
  return isSession(stored) ? stored : null;
}

export const readStoredSession = () => parseSession(localStorage.getItem(SESSION_STORAGE_KEY));

/** A provider's consent in the address is the client's to take, before anybody goes by what is stored. */
export const bringsConsent = (search: URLSearchParams) => search.has("code");

/** Forgets the session here and now, even when the provider cannot be reached. */
export function dropStoredSession(): void {
  localStorage.removeItem(SESSION_STORAGE_KEY);
}

/** Whether its token can be sent as it is. `now` in epoch ms. */
export const isFresh = ({ expires_at }: StoredSession, now = Date.now()) =>
  expires_at * 1000 - now > RENEWED_BEFORE_MS;

/**
 * Whether it still lacks the second step that its user has set up. For what is shown only: the API and the identity
 * provider decide from the token. A token that cannot be read is theirs to refuse.
 */
export function lacksSecondFactor({
  access_token,
  user,
}: Pick<StoredSession, "access_token" | "user">): boolean {
  if (!user.factors?.some(({ status }) => status === "verified")) return false;
  const claims = claimsOf(access_token);
  return claims !== null && claims.aal !== "aal2";
}

function isSession(stored: unknown): stored is StoredSession {
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

/** Only ASCII is read of them. */
function claimsOf(token: string): { aal?: unknown } | null {
  const payload = token.split(".")[1] ?? "";
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof claims === "object" ? claims : null;
  } catch {
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
