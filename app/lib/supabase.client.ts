import { AuthClient } from "@supabase/supabase-js";
import { readPublicConfig } from "./public-config.ts";
import { dropStoredSession, readStoredSession, SESSION_STORAGE_KEY } from "./stored-session.ts";

/** The identity provider's client: only its sign-in part, as the browser needs nothing else of it. */
export type Auth = InstanceType<typeof AuthClient>;

/** One whose session is kept nowhere. */
export const createSeparateClient = (): Auth =>
  new AuthClient({
    ...endpoint(),
    storageKey: `${SESSION_STORAGE_KEY}-aside`,
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  });

/** The browser's own: once for each page. */
export function createAuthClient(): Auth {
  // It takes anything that is JSON for a session, and logs an error when it then cannot read it.
  if (!readStoredSession()) dropStoredSession();
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
