import { AuthClient } from "@supabase/supabase-js";
import { readPublicConfig } from "./public-config.ts";
import { isReadableSession } from "./stored-session.ts";

/** Where the session lives in localStorage. */
const SESSION_STORAGE_KEY = "latchkey-auth-token";

type Auth = InstanceType<typeof AuthClient>;

let client: Auth | undefined;

/** The identity provider's client: only its sign-in part, as the browser needs nothing else of it. */
export function auth(): Auth {
  client ??= createAuthClient();
  return client;
}

function createAuthClient(): Auth {
  const { supabaseUrl, supabaseKey } = readPublicConfig();
  dropUnreadableSession();
  return new AuthClient({
    url: new URL("/auth/v1", supabaseUrl).href,
    headers: {
      apikey: supabaseKey,
      Authorization: `Bearer ${supabaseKey}`,
      "X-Client-Info": "latchkey-ai-api",
    },
    storageKey: SESSION_STORAGE_KEY,
    flowType: "pkce",
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
  });
}

/** Forgets the session here and now, even when the provider cannot be reached. */
export function dropStoredSession(): void {
  localStorage.removeItem(SESSION_STORAGE_KEY);
}

/** The client takes anything that is JSON for a session, and logs an error when it then cannot read it. */
function dropUnreadableSession(): void {
  const stored = localStorage.getItem(SESSION_STORAGE_KEY);
  if (stored !== null && !isReadableSession(stored)) dropStoredSession();
}
