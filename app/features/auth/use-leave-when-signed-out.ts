import { useEffect } from "react";
import { auth } from "#app/lib/supabase.client.ts";
import { goToLogin } from "./sign-out.ts";

/** Goes to `/login` when the session ends: here, in another tab, or because it was refused. */
export function useLeaveWhenSignedOut(): void {
  useEffect(() => {
    const { data } = auth().onAuthStateChange((event) => {
      if (event === "SIGNED_OUT") goToLogin();
    });
    return () => data.subscription.unsubscribe();
  }, []);
}
