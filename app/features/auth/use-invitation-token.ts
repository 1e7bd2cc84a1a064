import { useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import { mailedLink, paths } from "#app/lib/paths.ts";
import { hideToken } from "./hide-token.ts";

/** The token of an invitation's link, which leaves the address bar once it is read; null for any other visit. */
export function useInvitationToken(): string | null {
  const [search] = useSearchParams();
  const [token] = useState(() =>
    search.get(mailedLink.type) === "invite" ? search.get(mailedLink.tokenHash) : null,
  );
  useEffect(() => {
    if (token) hideToken(paths.signUp);
  }, [token]);
  return token || null;
}
