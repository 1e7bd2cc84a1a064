import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/** What an address of the key list ends with when it asks for a new key. */
export const CREATE_KEY_HASH = "#create";

/**
 * Calls `create` when the address asks for it and the page is `ready`, once: the address forgets it, so that a reload
 * or the way back does not ask again.
 */
export function useCreateByAddress(ready: boolean, create: () => void): void {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const asked = hash === CREATE_KEY_HASH;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for is done once, whoever draws the page
  useEffect(() => {
    if (!asked || !ready) return;
    navigate({ search, hash: "" }, { replace: true, preventScrollReset: true });
    create();
  }, [asked, ready]);
}
