import { PostgrestClient } from "@supabase/postgrest-js";
import { AuthClient } from "@supabase/supabase-js";

const TIMEOUT_MS = 5000;

interface SupabaseAccess {
  supabaseUrl: string;
  key: string;
  /** The user to act as; the key's own role unless given. */
  token?: string;
  /** The longest wait for the whole call; 5 s unless given. */
  timeoutMs?: number | undefined;
}

/** Opens Supabase Auth for one call: the time limit starts now, and requests share no session. */
export const openAuth = ({ supabaseUrl, ...access }: SupabaseAccess) =>
  new AuthClient({
    ...connection(access),
    url: `${supabaseUrl}/auth/v1`,
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
    skipAutoInitialize: true,
  });

/** Opens PostgREST for one call. */
export const openRest = ({ supabaseUrl, ...access }: SupabaseAccess) =>
  new PostgrestClient(`${supabaseUrl}/rest/v1`, { ...connection(access), retry: false });

/** Bounds the whole response; PostgrestClient's own `timeout` ends at its headers. */
function connection({ key, token = key, timeoutMs = TIMEOUT_MS }: Omit<SupabaseAccess, "supabaseUrl">) {
  const signal = AbortSignal.timeout(timeoutMs);
  const boundedFetch: typeof fetch = (input, init) =>
    // The key must not follow a redirect to another host.
    fetch(input, { ...init, redirect: "manual", signal });
  return { headers: { apikey: key, Authorization: `Bearer ${token}` }, fetch: boundedFetch };
}
