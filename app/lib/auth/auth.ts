import type { AuthChangeEvent, Session } from "@supabase/supabase-js";
import { loginPath } from "#app/lib/paths.ts";
import { bringsConsent, isFresh, readStoredSession, type StoredSession } from "./stored-session.ts";
import type { Auth } from "./supabase.client.ts";

let client: Promise<Auth> | undefined;
const waiting = new Set<(client: Auth) => void>();

/**
 * The identity provider's client, fetched at its first use: until then the stored session says who is signed in.
 * @throws when its code cannot be fetched; the next call tries again.
 */
export function auth(): Promise<Auth> {
  client ??= import("./supabase.client.ts").then(
    ({ createAuthClient }) => {
      const made = createAuthClient();
      for (const use of waiting) use(made);
      waiting.clear();
      return made;
    },
    (failure: unknown) => {
      client = undefined;
      throw failure;
    },
  );
  return client;
}

/**
 * Calls `listener` for the client's events as soon as it is loaded, also when its code can't be loaded now but is later.
 * @returns a function that stops it.
 */
export function onAuthChange(
  listener: (event: AuthChangeEvent, session: Session | null) => void,
): () => void {
  let listening = true;
  let unsubscribe = () => {};
  const subscribe = (made: Auth) => {
    if (!listening) return;
    const { data } = made.onAuthStateChange((event, session) => {
      if (listening) listener(event, session);
    });
    unsubscribe = () => data.subscription.unsubscribe();
  };
  auth().then(subscribe, () => waiting.add(subscribe));
  return () => {
    listening = false;
    waiting.delete(subscribe);
    unsubscribe();
  };
}

/** The data of a successful response of the identity provider. @throws its error. */
export async function unwrapAuth<T extends { data: unknown; error: Error | null }>(
  request: (client: Auth) => Promise<T>,
): Promise<Extract<T, { error: null }>["data"]> {
  const { data, error } = await request(await auth());
  if (error) throw error;
  // Without an error it is the successful half of the response's type.
  return data as Extract<T, { error: null }>["data"];
}

/** The identity provider's redirect back: to the sign-in page, which goes on to `returnTo`. */
export const signInRedirect = (returnTo: string) => new URL(loginPath(returnTo), window.location.origin).href;

/** Another client, for a session that is not yet the browser's. It stores nothing. */
export const separateAuth = async (): Promise<Auth> =>
  (await import("./supabase.client.ts")).createSeparateClient();

/**
 * The session. Reads the stored one without the client while its token is fresh, or cannot be renewed because the
 * provider is unreachable. Null when nobody is signed in, and once the provider has refused to renew it.
 */
export async function knownSession(): Promise<Pick<StoredSession, "access_token" | "user"> | null> {
  const stored = readStoredSession();
  if (!bringsConsent(new URLSearchParams(window.location.search)) && (!stored || isFresh(stored)))
    return stored;
  if (stored && !navigator.onLine) return stored;
  return (await (await auth()).getSession()).data.session;
}

/**
 * A new token to replace a refused one; null when the session has ended.
 * @throws Error when the provider can't renew it now, which says nothing about the session.
 */
export async function renewedToken(): Promise<string | null> {
  const { data, error } = await (await auth()).refreshSession();
  // Only a refusal removes the stored session.
  if (error && readStoredSession()) throw error;
  return data.session?.access_token ?? null;
}
