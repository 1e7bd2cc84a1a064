import { useNavigate } from "@remix-run/react";
import { useQueryClient } from "@tanstack/react-query";
import { paths } from "#app/lib/paths.ts";
import { auth, dropStoredSession } from "#app/lib/supabase.client.ts";

/** Signs out and goes to `/login`. A failure is only logged; the session here ends in any case. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async () => {
    const failure = await auth()
      .signOut()
      .then((answer) => answer.error)
      .catch((thrown: unknown) => thrown);
    if (failure) {
      console.warn("Signing out failed.", failure);
      dropStoredSession();
    }
    queries.clear();
    navigate(paths.login);
  };
}
