import { AuthClient } from "@supabase/supabase-js";
import { readPublicConfig } from "./public-config.ts";
import { isReadableSession, SESSION_STORAGE_KEY } from "./stored-session.ts";

type Auth = InstanceType<typeof AuthClient>;

let client: Auth | undefined;

/** The identity provider's client: only its sign-in part, as the browser needs nothing else of it. */
export function auth(): Auth {
  client ??= createAuthClient();
  return client;
}

/** A client beside it whose session is kept nowhere: for one that is not yet to be the browser's. */
export const separateAuth = (): Auth =>
  new AuthClient({
    ...endpoint(),
    storageKey: `${SESSION_STORAGE_KEY}-aside`,
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  });

function createAuthClient(): Auth {
  dropUnreadableSession();
  return new AuthClient({
    ...endpoint(),
    storageKey: SESSION_STORAGE_KEY,
    flowType: "pkce",
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
  });
}

function endpoint() {
  const { supabaseUrl, supabaseKey } = readPublicConfig();
  const headers = {
    apikey: supabaseKey,
    Authorization: `Bearer ${supabaseKey}`,
    "X-Client-Info": "latchkey-ai-api",
  };
  return { url: new URL("/auth/v1", supabaseUrl).href, headers };
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
