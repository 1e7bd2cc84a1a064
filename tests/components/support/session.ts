import { SESSION_STORAGE_KEY, type StoredSession } from "#app/lib/auth/stored-session.ts";

export const EMAIL = "maya@example.com";
const HOUR_S = 3_600;

const encoded = (part: object) => btoa(JSON.stringify(part)).replaceAll("=", "");

/** As the identity provider describes a user. */
export const user = {
  id: "00000000-0000-4000-8000-000000000001",
  aud: "authenticated",
  role: "authenticated",
  email: EMAIL,
  email_confirmed_at: "2026-01-01T00:00:00Z",
  created_at: "2026-01-01T00:00:00Z",
  app_metadata: {},
  user_metadata: {},
  factors: [],
  identities: [
    {
      id: "1",
      identity_id: "1",
      user_id: "00000000-0000-4000-8000-000000000001",
      provider: "email",
      identity_data: { email: EMAIL },
      created_at: "2026-01-01T00:00:00Z",
      last_sign_in_at: "2026-01-01T00:00:00Z",
    },
  ],
};

/** As the identity provider lists an authenticator app. */
export const factor = {
  id: "00000000-0000-4000-8000-0000000000f1",
  factor_type: "totp",
  friendly_name: "Authenticator app",
  status: "verified",
  created_at: "2026-11-20T00:00:00Z",
};

/** The user above with an authenticator app, which a session without its code lacks. */
export const guardedUser = { ...user, factors: [factor] };

type Session = StoredSession & { expires_in: number; token_type: string };

/** As stored by the browser. The token has no valid signature, because no server checks it. */
export function sessionOf(
  person: StoredSession["user"] = user,
  aal: "aal1" | "aal2" = "aal1",
  methods: readonly string[] = aal === "aal2" ? ["password", "totp"] : ["password"],
  provenAgoS = 0,
): Session {
  const now = Math.floor(Date.now() / 1000);
  const expires_at = now + HOUR_S;
  const amr = methods.map((method) => ({ method, timestamp: now - provenAgoS }));
  const claims = { sub: person.id, email: person.email, aal, amr, session_id: "s1", exp: expires_at };
  return {
    access_token: [{ alg: "ES256", typ: "JWT" }, claims].map(encoded).join(".").concat(".c2lnbmF0dXJl"),
    refresh_token: "refresh",
    token_type: "bearer",
    expires_in: HOUR_S,
    expires_at,
    user: person,
  };
}

export const storeSession = (session: Session) =>
  localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify(session));
export const signIn = () => storeSession(sessionOf());
export const signOut = () => localStorage.removeItem(SESSION_STORAGE_KEY);
export const isSignedIn = () => localStorage.getItem(SESSION_STORAGE_KEY) !== null;
