import { useState } from "react";
import { useAccountUser } from "#app/features/account/use-account-user.ts";
import { readStoredSession } from "#app/lib/stored-session.ts";

/**
 * Whether the reader's address is confirmed. The provider is only asked when the session that is stored does not say
 * so: it may be older than the confirmation.
 */
export function useEmailConfirmed(): boolean {
  const [stored] = useState(confirmedWhenStored);
  const { data } = useAccountUser({ enabled: !stored });
  return stored || data?.emailConfirmed === true;
}

const confirmedWhenStored = () => typeof readStoredSession()?.user.email_confirmed_at === "string";
