import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ACCOUNT_USER_QUERY_KEY } from "#app/features/account/use-account-user.ts";
import { BALANCE_QUERY_KEY } from "#app/features/balance/use-balance.ts";
import { API_KEYS_QUERY_KEY } from "#app/features/keys/use-api-keys.ts";

const STEPS = [ACCOUNT_USER_QUERY_KEY, BALANCE_QUERY_KEY, API_KEYS_QUERY_KEY];

/** Looks at the steps again when the reader comes back: they may have taken one elsewhere. */
export function useStepsLookedAt(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    function look() {
      if (document.visibilityState === "hidden") return;
      for (const queryKey of STEPS) {
        void queryClient.refetchQueries({ queryKey, type: "active", stale: true }, { cancelRefetch: false });
      }
    }
    document.addEventListener("visibilitychange", look);
    window.addEventListener("focus", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("focus", look);
    };
  }, [queryClient]);
}
