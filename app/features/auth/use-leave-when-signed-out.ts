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
    return () => data.subscription.unsubscribe();
  }, [id]);
}
