import { AuthClient } from "@supabase/supabase-js";
import { readPublicConfig } from "#app/lib/public-config.ts";
import { sessionRenewal } from "./session-renewal.ts";
import { sessionStorageFor } from "./session-storage.ts";
import { dropStoredSession, readStoredSession, SESSION_STORAGE_KEY } from "./stored-session.ts";

/** The only part of the identity provider's client that the browser needs. */
export type Auth = InstanceType<typeof AuthClient>;

/** Stores no session. */
export const createSeparateClient = (): Auth =>
  new AuthClient({
    ...endpoint(),
    fetch: sessionRenewal().fetch,
    storageKey: `${SESSION_STORAGE_KEY}-aside`,
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  });

/** Once for each page. */
export function createAuthClient(): Auth {
  // The library takes any JSON for a session, and logs an error when it then cannot read it.
  if (!readStoredSession()) dropStoredSession();
  const renewal = sessionRenewal();
  return new AuthClient({
    ...endpoint(),
    fetch: renewal.fetch,
    storage: sessionStorageFor(renewal.isRefused),
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
