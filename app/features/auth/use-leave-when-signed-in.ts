import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { auth } from "#app/lib/supabase.client.ts";

/** Goes to `returnTo` as soon as there is a session: found, made here, or made in another tab. */
export function useLeaveWhenSignedIn(returnTo: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    const { data } = auth().onAuthStateChange((_event, session) => {
      if (session) navigate(returnTo, { replace: true });
    });
    return () => data.subscription.unsubscribe();
  }, [navigate, returnTo]);
}
