import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";

export const BALANCE_QUERY_KEY = ["balance"] as const;

export function useBalance({ pollEvery }: { pollEvery?: number | undefined } = {}) {
  return useQuery({
    queryKey: BALANCE_QUERY_KEY,
    queryFn: () => unwrap(api.api.account.balance.$get()),
    refetchInterval: pollEvery ?? false,
  });
}
