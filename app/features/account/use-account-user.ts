import { useQuery } from "@tanstack/react-query";
import { auth } from "#app/lib/auth.ts";
import { type AccountUser, accountUserFrom } from "./account-user.ts";
import { asUser, granted } from "./as-user.ts";

export const ACCOUNT_USER_QUERY_KEY = ["accountUser"] as const;

/** The person as the provider knows them now: the stored session may be older than a change made elsewhere. */
export const useAccountUser = ({ enabled = true } = {}) =>
  useQuery({ queryKey: ACCOUNT_USER_QUERY_KEY, queryFn: () => asUser(fetchAccountUser), enabled });

async function fetchAccountUser(): Promise<AccountUser> {
  const { user } = await granted((client) => client.getUser());
  const { data } = await (await auth()).mfa.getAuthenticatorAssuranceLevel();
  return accountUserFrom(user, data?.currentLevel === "aal2");
}
