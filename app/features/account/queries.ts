import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { unwrapAuth } from "#app/lib/auth/auth.ts";
import { type AccountUser, accountUserFrom } from "./account-user.ts";
import { asUser } from "./as-user.ts";

/** From the identity provider, since the stored session may be older than a change made elsewhere. */
export const accountUserQuery = queryOptions({
  queryKey: ["accountUser"],
  queryFn: () => asUser(fetchAccountUser),
});

async function fetchAccountUser(): Promise<AccountUser> {
  const { user } = await unwrapAuth((client) => client.getUser());
  return accountUserFrom(user);
}

export const recoveryCodesQuery = queryOptions({
  queryKey: ["recoveryCodes"],
  queryFn: () => unwrap(api.api.account["recovery-codes"].$get()),
});

export const accountSessionsQuery = queryOptions({
  queryKey: ["accountSessions"],
  queryFn: async () => (await unwrap(api.api.account.sessions.$get())).items,
});
