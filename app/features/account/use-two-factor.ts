import { useMutation, useQueryClient } from "@tanstack/react-query";
import { asUser } from "./as-user.ts";
import { enrol, noteTwoFactor, proveCode, removeFactor, removeVerifiedFactors } from "./two-factor.ts";
import { ACCOUNT_SESSIONS_QUERY_KEY } from "./use-account-sessions.ts";
import { ACCOUNT_USER_QUERY_KEY } from "./use-account-user.ts";

/** `gcTime: 0`: the secret does not stay in the cache. */
export const useEnrol = () => useMutation({ mutationFn: () => asUser(enrol), gcTime: 0 });

export const useCancelEnrolment = () =>
  useMutation({ mutationFn: (factorId: string) => asUser(() => removeFactor(factorId)) });

export function useTurnOn(factorId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (code: string) =>
      asUser(async () => {
        await proveCode(factorId, code);
        await noteTwoFactor(true);
      }),
    onSuccess: refresh,
  });
}

/** `code` only where the session has not passed the second step. */
export function useTurnOff(factorId: string) {
  const refresh = useRefresh();
  return (code: string | null) =>
    asUser(async () => {
      if (code !== null) await proveCode(factorId, code);
      await removeVerifiedFactors();
      await noteTwoFactor(false);
      await refresh();
    });
}

/** The provider ends or weakens other sessions with it. */
function useRefresh() {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: ACCOUNT_SESSIONS_QUERY_KEY });
    await queryClient.invalidateQueries({ queryKey: ACCOUNT_USER_QUERY_KEY });
  };
}
