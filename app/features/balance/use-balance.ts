import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";

export const BALANCE_QUERY_KEY = ["balance"] as const;

interface BalanceOptions {
  /** Milliseconds until the next look, or false for none. */
  pollEvery?: () => number | false;
}

export function useBalance({ pollEvery }: BalanceOptions = {}) {
  return useQuery({
    queryKey: BALANCE_QUERY_KEY,
    queryFn: () => unwrap(api.api.account.balance.$get()),
    refetchInterval: pollEvery ?? false,
  });
}
