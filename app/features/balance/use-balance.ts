import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { BALANCE_ADDRESS } from "#app/lib/early-addresses.ts";
import { orEarly } from "#app/lib/early-answers.ts";

export const BALANCE_QUERY_KEY = ["balance"] as const;

/** For a balance that stays in sight: it falls with every request, and nothing else says so. */
export const LIVE = {
  refetchInterval: 30_000,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
} as const;

interface BalanceOptions {
  /** Milliseconds until the next look, or false for none. */
  refetchInterval?: number | (() => number | false);
  refetchIntervalInBackground?: boolean;
  refetchOnWindowFocus?: boolean;
}

export function useBalance(options: BalanceOptions = {}) {
  return useQuery({
    queryKey: BALANCE_QUERY_KEY,
    ...orEarly(BALANCE_ADDRESS, () => unwrap(api.api.account.balance.$get())),
    ...options,
  });
}
