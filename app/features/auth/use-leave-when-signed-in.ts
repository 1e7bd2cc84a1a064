import { useNavigate } from "@remix-run/react";
import type { AuthChangeEvent } from "@supabase/supabase-js";
import { useEffect, useState } from "react";
import { withAuth } from "#app/lib/auth.ts";
import { loginPath, paths } from "#app/lib/paths.ts";
import { needsSecondFactor } from "./second-factor.ts";

/**
 * Goes to `returnTo` as soon as there is a session: found, made here, or made in another tab. Not while
 * `paused`. Only for `/login` and `/signup`.
 * @returns whether the session still lacks its second step; then `/login` stays and asks for it.
 */
export function useLeaveWhenSignedIn(returnTo: string, paused = false): boolean {
  const navigate = useNavigate();
  const [halfway, setHalfway] = useState(false);
  useEffect(() => {
    if (paused) return;
    let listening = true;
    const leave = (path: string) => {
      // Events come in pairs, and a second navigation would break off the first.
      if (listening) navigate(path, { replace: true });
      listening = false;
    };
    const follow = (event: AuthChangeEvent, signedIn: boolean) => {
      // Another tab's reset is no sign-in.
      if (event === "PASSWORD_RECOVERY") return;
      const lacksCode = signedIn && needsSecondFactor();
      if (listening) setHalfway(lacksCode);
      if (signedIn && !lacksCode) leave(returnTo);
      if (lacksCode && window.location.pathname !== paths.login) leave(loginPath(returnTo));
    };
    let unsubscribe = () => {};
    const withdraw = withAuth((client) => {
      const { data } = client.onAuthStateChange((event, session) => follow(event, session !== null));
      unsubscribe = () => data.subscription.unsubscribe();
    });
    return () => {
      listening = false;
      withdraw();
      unsubscribe();
    };
  }, [navigate, returnTo, paused]);
  return halfway;
}
