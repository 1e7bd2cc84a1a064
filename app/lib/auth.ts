import { bringsConsent, isFresh, readStoredSession, type StoredSession } from "./stored-session.ts";
import type { Auth } from "./supabase.client.ts";

let client: Promise<Auth> | undefined;

/**
 * The identity provider's client, fetched at its first use: until then the stored session says who is signed in.
 * @throws when its code cannot be fetched; the next call tries again.
 */
export function auth(): Promise<Auth> {
  client ??= import("./supabase.client.ts").then(
    ({ createAuthClient }) => createAuthClient(),
    (failure: unknown) => {
      client = undefined;
      throw failure;
    },
  );
  return client;
}

/** A client beside it whose session is kept nowhere: for one that is not yet to be the browser's. */
export const separateAuth = async (): Promise<Auth> =>
  (await import("./supabase.client.ts")).createSeparateClient();

/** The session, without the client where the stored one says it: while its token is fresh. Null for nobody. */
export async function knownSession(): Promise<Pick<StoredSession, "access_token" | "user"> | null> {
  const stored = readStoredSession();
  if (!bringsConsent(new URLSearchParams(window.location.search)) && (!stored || isFresh(stored)))
    return stored;
  return (await (await auth()).getSession()).data.session;
}
