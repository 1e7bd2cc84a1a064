import { useNavigate } from "@remix-run/react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { paths } from "#app/lib/paths.ts";
import { auth } from "#app/lib/supabase.client.ts";

/** Forgets what was fetched and goes to `/login` when the session ends: here, in another tab, or refused. */
export function useLeaveWhenSignedOut(): void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(() => {
    const { data } = auth().onAuthStateChange((event) => {
      if (event !== "SIGNED_OUT") return;
      queries.clear();
      navigate(paths.login);
    });
    return () => data.subscription.unsubscribe();
  }, [navigate, queries]);
}
