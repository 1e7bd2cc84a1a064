import { useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { whenIdle } from "#app/lib/idle.ts";
import { loginPath, paths } from "#app/lib/paths.ts";
import { knownSession, onAuthChange } from "./auth.ts";
import { noteEndedSession } from "./ended-session.ts";
import { goToLogin, goToLoginAndBack } from "./go-to-login.ts";
import { needsSecondFactor } from "./second-factor.ts";
import { useSession } from "./session.ts";
import { lacksSecondFactor, readStoredSession } from "./stored-session.ts";

/**
 * For `/login` and `/signup`: goes to `returnTo` as soon as there is a session, whether it was found, made here or made
 * in another tab. Not while `paused`.
 * @returns true while the session lacks its second factor; then `/login` stays and asks for it.
 */
export function useLeaveWhenSignedIn(returnTo: string, paused = false): boolean {
  const navigate = useNavigate();
  const [awaitsSecondFactor, setAwaitsSecondFactor] = useState(false);
  useEffect(() => {
    if (paused) return;
    let left = false;
    const leave = (path: string) => {
      // Events come in pairs, and a second navigation would cancel the first.
      if (!left) navigate(path, { replace: true });
      left = true;
    };
    return onAuthChange((event, session) => {
      // Another tab is resetting a password, which is not a sign-in.
      if (event === "PASSWORD_RECOVERY") return;
      const lacksCode = session !== null && needsSecondFactor();
      if (!left) setAwaitsSecondFactor(lacksCode);
      if (session && !lacksCode) leave(returnTo);
      if (lacksCode && window.location.pathname !== paths.login) leave(loginPath(returnTo));
    });
  }, [navigate, returnTo, paused]);
  return awaitsSecondFactor;
}

/**
 * Goes to `/login` when the session ends: here, in another tab, or because it was refused. Reloads when another tab
 * signs in somebody else, so that nobody's data stays on a screen that acts for another account.
 */
export function useLeaveWhenSignedOut(): void {
  const { id, email } = useSession().user;
  useEffect(() => {
    // Not before the first paint: the first event describes the session as it is by then.
    const stop = whenIdle(() => watch({ id, email }));
    const handlePageShow = ({ persisted }: PageTransitionEvent) => persisted && void reloadUnlessStill(id);
    window.addEventListener("pageshow", handlePageShow);
    return () => {
      stop();
      window.removeEventListener("pageshow", handlePageShow);
    };
  }, [id, email]);
}

const watch = ({ id, email }: { id: string; email: string }) =>
  onAuthChange((event, session) => {
    if (event === "SIGNED_OUT" || !readStoredSession()) noteEndedSession(email);
    if (event === "SIGNED_OUT") goToLogin();
    // It ended before anyone listened, for example because the API refused it; that leaves the same way.
    else if (!readStoredSession()) goToLoginAndBack();
    else if (session && session.user.id !== id) window.location.reload();
  });

/** The browser's Back restores a page as it was left, without events for what happened in between. */
async function reloadUnlessStill(id: string): Promise<void> {
  const session = await knownSession();
  if (session?.user.id !== id || lacksSecondFactor(session)) window.location.reload();
}
