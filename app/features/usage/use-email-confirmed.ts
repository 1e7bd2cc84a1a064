import { useState } from "react";
import { useAccountUser } from "#app/features/account/use-account-user.ts";
import { SESSION_STORAGE_KEY } from "#app/lib/stored-session.ts";

/**
 * Whether the reader's address is confirmed. The provider is only asked when the session that is stored does not say
 * so: it may be older than the confirmation.
 */
export function useEmailConfirmed(): boolean {
  const [stored] = useState(confirmedWhenStored);
  const { data } = useAccountUser({ enabled: !stored });
  return stored || data?.emailConfirmed === true;
}

function confirmedWhenStored(): boolean {
  const session: { user?: { email_confirmed_at?: unknown } } | null = JSON.parse(
    localStorage.getItem(SESSION_STORAGE_KEY) ?? "null",
  );
  return typeof session?.user?.email_confirmed_at === "string";
}
