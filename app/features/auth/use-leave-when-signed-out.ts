import { useEffect } from "react";
import { knownSession, withAuth } from "#app/lib/auth.ts";
import { goToLogin as leaveWithWayBack } from "#app/lib/go-to-login.ts";
import { readStoredSession } from "#app/lib/stored-session.ts";
import { whenIdle } from "#app/lib/when-idle.ts";
import { goToLogin } from "./sign-out.ts";
import { useSession } from "./use-session.ts";

/**
 * Goes to `/login` when the session ends: here, in another tab, or because it was refused. Starts over
 * when another tab signs in somebody else, so that nobody's data stays on a screen that acts for another.
 */
export function useLeaveWhenSignedOut(): void {
  const { id } = useSession().user;
  useEffect(() => {
    // Not before the first paint. What happened until then is in the first event, the session as it is.
    const stop = whenIdle(() => watch(id));
    const handlePageShow = ({ persisted }: PageTransitionEvent) => persisted && void leaveUnlessStill(id);
    window.addEventListener("pageshow", handlePageShow);
    return () => {
      stop();
      window.removeEventListener("pageshow", handlePageShow);
    };
  }, [id]);
}

/** @returns what ends it. */
function watch(id: string): () => void {
  let watching = true;
  let unsubscribe = () => {};
  const withdraw = withAuth((client) => {
    const { data } = client.onAuthStateChange((event, session) => {
      if (!watching) return;
      if (event === "SIGNED_OUT") goToLogin();
      // It ended before anybody listened; where a refusal ended it, that leaves in the same way.
      else if (!readStoredSession()) leaveWithWayBack();
      else if (session && session.user.id !== id) window.location.reload();
    });
    unsubscribe = () => data.subscription.unsubscribe();
  });
  return () => {
    watching = false;
    withdraw();
    unsubscribe();
  };
}

/** The browser's Back brings a page as it was left, with all it showed, and tells nobody of what came in between. */
async function leaveUnlessStill(id: string): Promise<void> {
  if ((await knownSession())?.user.id !== id) window.location.reload();
}
