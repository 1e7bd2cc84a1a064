import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { knownSession } from "#app/lib/auth.ts";
import { paths } from "#app/lib/paths.ts";

/**
 * An address whose hash holds an access token loses it, and leads a signed-in person home (specification,
 * section 2). The page that resets a password reads such a hash, and clears it itself.
 */
export function useTokenFreeAddress(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const clear = async () => {
      const { hash, pathname, search } = window.location;
      if (!/[#&]access_token=/.test(hash) || pathname.startsWith(paths.resetPassword)) return;
      window.history.replaceState(window.history.state, "", `${pathname}${search}`);
      // Those lead on by themselves, and a second navigation would break off the first.
      const leads = pathname === paths.login || pathname === paths.signUp;
      if (!leads && (await knownSession())) navigate(paths.dashboard, { replace: true });
    };
    void clear();
    const handleHashChange = () => void clear();
    window.addEventListener("hashchange", handleHashChange);
    return () => window.removeEventListener("hashchange", handleHashChange);
  }, [navigate]);
}
