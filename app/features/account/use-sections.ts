import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { useAccountSessions } from "./use-account-sessions.ts";
import { useAccountUser } from "./use-account-user.ts";

/**
 * Scrolls to the section the address names, once every section has its final size: a browser does that by
 * itself only for what is there when the page loads.
 * @returns whether that is so.
 */
export function useSections(): boolean {
  const { hash } = useLocation();
  const user = useAccountUser();
  const sessions = useAccountSessions();
  const settled = !user.isPending && !sessions.isPending;
  useEffect(() => {
    if (settled && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [settled, hash]);
  return settled;
}
