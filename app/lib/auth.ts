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
 * Uses the client as soon as it is loaded, also when its code cannot be loaded now but is later.
 * @returns a function that cancels it.
 */
export function withAuth(use: (client: Auth) => void): () => void {
  let wanted = true;
  const useIfWanted = (made: Auth) => {
    if (wanted) use(made);
  };
  auth().then(useIfWanted, () => waiting.add(useIfWanted));
  return () => {
    wanted = false;
    waiting.delete(useIfWanted);
  };
}

/** A client beside it whose session is kept nowhere: for one that is not yet to be the browser's. */
export const separateAuth = async (): Promise<Auth> =>
  (await import("./supabase.client.ts")).createSeparateClient();

/**
 * The session. Reads the stored one without the client while its token is fresh, or cannot be renewed
 * because the provider is unreachable. Null when nobody is signed in.
 */
export async function knownSession(): Promise<Pick<StoredSession, "access_token" | "user"> | null> {
  const stored = readStoredSession();
  if (!bringsConsent(new URLSearchParams(window.location.search)) && (!stored || isFresh(stored)))
    return stored;
  if (stored && !navigator.onLine) return stored;
  const { data, error } = await (await auth()).getSession();
  return data.session ?? (isUnreachable(error) ? stored : null);
}

/**
 * A new token to replace a refused one; null when the session has ended.
 * @throws Error when the provider is unreachable, which says nothing about the session.
 */
export async function renewedToken(): Promise<string | null> {
  const { data, error } = await (await auth()).refreshSession();
  if (isUnreachable(error)) throw error;
  return data.session?.access_token ?? null;
}

/** The library's name for it; its own check would load the library here. */
const isUnreachable = (error: Error | null): error is Error => error?.name === "AuthRetryableFetchError";
