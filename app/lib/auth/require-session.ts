import { redirectDocument } from "@remix-run/react";
import { loginPath } from "#app/lib/paths.ts";
import { knownSession } from "./auth.ts";
import { noteEndedSession } from "./ended-session.ts";
import type { Session } from "./session.ts";
import { lacksSecondFactor, readStoredSession } from "./stored-session.ts";

/** Null when nobody is signed in, and while the session lacks its second factor. */
export async function currentSession(): Promise<Session | null> {
  const session = await knownSession();
  if (!session || lacksSecondFactor(session)) return null;
  const { id, email } = session.user;
  return { user: { id, email: email ?? "" } };
}

/**
 * The guard of a protected route, for its `clientLoader`.
 * @throws a redirect to `/login` that carries the way back. It loads a new document, because a `redirect()` thrown
 * while hydrating crashes (remix-run/remix#10194).
 */
export async function requireSession(request: Request): Promise<Session> {
  const before = readStoredSession();
  const session = await currentSession();
  if (session) return session;
  if (before && !readStoredSession()) noteEndedSession(before.user.email ?? "");
  const { pathname, search } = new URL(request.url);
  throw redirectDocument(loginPath(`${pathname}${search}`));
}
