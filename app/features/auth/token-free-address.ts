import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { knownSession } from "#app/lib/auth/auth.ts";
import { paths } from "#app/lib/paths.ts";

/** Takes a one-time token out of the address bar and the history, and keeps the router's own state. */
export function hideToken(path: string): void {
  window.history.replaceState(window.history.state, "", path);
}

/**
 * Clears an access token from the address hash, and takes a signed-in person home (specification, section 2).
 * The page that resets a password reads such a hash, and clears it itself.
 */
export function useTokenFreeAddress(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const clear = async () => {
      const { hash, pathname, search } = window.location;
      if (!/[#&]access_token=/.test(hash) || pathname.startsWith(paths.resetPassword)) return;
      hideToken(`${pathname}${search}`);
      // These pages navigate by themselves, and a second navigation would cancel the first.
      const navigates = pathname === paths.login || pathname === paths.signUp;
      if (!navigates && (await knownSession())) navigate(paths.dashboard, { replace: true });
    };
    void clear();
    const handleHashChange = () => void clear();
    window.addEventListener("hashchange", handleHashChange);
    return () => window.removeEventListener("hashchange", handleHashChange);
  }, [navigate]);
}
