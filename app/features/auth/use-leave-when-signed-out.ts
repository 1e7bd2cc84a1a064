import { useEffect } from "react";
import { auth } from "#app/lib/supabase.client.ts";
import { goToLogin } from "./sign-out.ts";
import { useSession } from "./use-session.ts";

/**
 * Goes to `/login` when the session ends: here, in another tab, or because it was refused. Starts over
 * when another tab signs in somebody else, so that nobody's data stays on a screen that acts for another.
 */
export function useLeaveWhenSignedOut(): void {
  const { id } = useSession().user;
  useEffect(() => {
    const { data } = auth().onAuthStateChange((event, session) => {
      if (event === "SIGNED_OUT") goToLogin();
      else if (session && session.user.id !== id) window.location.reload();
    });
    const handlePageShow = ({ persisted }: PageTransitionEvent) => persisted && void leaveUnlessStill(id);
    window.addEventListener("pageshow", handlePageShow);
    return () => {
      data.subscription.unsubscribe();
      window.removeEventListener("pageshow", handlePageShow);
    };
  }, [id]);
}

/** The browser's Back brings a page as it was left, with all it showed, and tells nobody of what came in between. */
async function leaveUnlessStill(id: string): Promise<void> {
  const { data } = await auth().getSession();
  if (data.session?.user.id !== id) window.location.reload();
}
