import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { forgetSession } from "#app/features/auth/sign-out.ts";
import { ApiError, api, unwrap } from "#app/lib/api-client.ts";
import { auth } from "#app/lib/auth.ts";
import type { AccountSession } from "#core/contract/identity.ts";
import { asUser } from "./as-user.ts";

export const ACCOUNT_SESSIONS_QUERY_KEY = ["accountSessions"] as const;

export const useAccountSessions = () =>
  useQuery({
    queryKey: ACCOUNT_SESSIONS_QUERY_KEY,
    queryFn: async () => (await unwrap(api.api.account.sessions.$get())).items,
  });

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (session: AccountSession) => asUser(() => endSession(session)),
    onSettled: (_ended, failure, { current }) => {
      // Without a session there is nothing to ask; asking would lead to the sign-in page on a way of its own.
      if (current && !failure) return;
      return queryClient.invalidateQueries({ queryKey: ACCOUNT_SESSIONS_QUERY_KEY });
    },
  });
}

async function endSession({ id, current }: AccountSession): Promise<void> {
  try {
    await unwrap(api.api.account.sessions[":id"].$delete({ param: { id } }));
  } catch (failure) {
    // It ended by itself meanwhile.
    if (!(failure instanceof ApiError) || failure.status !== 404) throw failure;
  }
  // Last: whoever listens for it leaves the page, which would break off a request to end it.
  if (current) await forgetSession();
}

/** Ends all sessions; what listens for the end of this one leaves for the sign-in page. */
export async function endEverySession(): Promise<void> {
  const { error } = await (await auth()).signOut({ scope: "global" });
  if (error) throw error;
}
